import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeConfiguration } from '../support/configuration/large-configuration.ts';
import { startTestManagement, type TestManagement } from '../support/server/test-management.ts';

/** Limit of one apply in milliseconds, with 5,000 campaigns, 10,000 bookings and 5,000 creatives. */
const limitMs = 60_000;

let first: TestManagement;
let second: TestManagement;
beforeAll(async () => {
  [first, second] = await Promise.all([startTestManagement(), startTestManagement()]);
});
afterAll(() => Promise.all([first?.close(), second?.close()]));

async function timed(management: TestManagement, document: unknown) {
  const startMs = performance.now();
  const { status, body } = await management.call('POST', '/configuration/apply', { body: { document } });
  expect(status, JSON.stringify(body).slice(0, 2000)).toBe(200);
  return { ms: performance.now() - startMs, body };
}

test('a configuration of 5,000 campaigns is applied within 60 seconds and exported identically', async () => {
  const document = largeConfiguration(5_000);
  const applied = await timed(first, document);
  expect(applied.body).toMatchObject({ updated: 0, archived: 0 });
  expect(applied.body.created).toBeGreaterThan(20_000);
  const exported = (await first.call('GET', '/configuration')).body;
  const again = await timed(second, exported);
  const exportedAgain = (await second.call('GET', '/configuration')).body;
  expect(JSON.stringify(exportedAgain) === JSON.stringify(exported)).toBe(true);
  const planned = await second.call('POST', '/configuration/plan', { body: { document, prune: true } });
  expect(planned.body).toMatchObject({ changes: [], unmanaged: [] });
  process.stdout.write(`apply: ${Math.round(applied.ms)} ms and ${Math.round(again.ms)} ms\n`);
  expect(applied.ms).toBeLessThan(limitMs);
  expect(again.ms).toBeLessThan(limitMs);
}, 400_000);
