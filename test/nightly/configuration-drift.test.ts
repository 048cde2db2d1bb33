import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandomEditor } from '../support/attacks/random-edits.ts';
import { exportedConfiguration } from '../support/configuration/copy-configuration.ts';
import { startTestManagement, type TestManagement } from '../support/server/test-management.ts';

/** Number of edits. */
const edits = Number(process.env['PLACARD_TEST_EDITS'] ?? 1_000);

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

test(`${edits} random edits of the API are each detected by a plan and reverted by an apply`, async () => {
  const editor = createRandomEditor(management, 28);
  await editor.prepare();
  for (let made = 0; made < 40; made += 1) await editor.edit();
  const document = await exportedConfiguration(management);
  const before = JSON.stringify(document);
  const counts = { detected: 0, withoutEffect: 0 };
  for (let made = 0; counts.detected < edits; made += 1) {
    await editor.edit();
    const edited = JSON.stringify(await exportedConfiguration(management));
    const planned = await management.call('POST', '/configuration/plan', { body: { document, prune: true } });
    expect(planned.status, `${editor.last()} ${JSON.stringify(planned.body).slice(0, 1500)}`).toBe(200);
    const isDifferent = edited !== before;
    expect(planned.body.changes.length > 0, `${made}: ${editor.last()}`).toBe(isDifferent);
    if (!isDifferent) {
      // Service accounts are not part of a configuration, and some edits set the value that a field has.
      counts.withoutEffect += 1;
      continue;
    }
    counts.detected += 1;
    const applied = await management.call('POST', '/configuration/apply', { body: { document, prune: true } });
    expect(applied.status, `${editor.last()} ${JSON.stringify(applied.body).slice(0, 1500)}`).toBe(200);
    const after = JSON.stringify(await exportedConfiguration(management));
    expect(after === before, `${made}: ${editor.last()}`).toBe(true);
  }
  process.stdout.write(`${JSON.stringify(counts)} ${JSON.stringify(editor.counts())}\n`);
  expect(counts.withoutEffect).toBeLessThan(edits);
}, 1_800_000);
