import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyFiles, exportedConfiguration } from '../../../test/support/configuration/copy-configuration.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import type { ManagementCall } from '../../main/demo/management-client.ts';
import { seedDemo } from '../../main/demo/seed-demo.ts';

let demo: TestManagement;
let empty: TestManagement;

beforeAll(async () => {
  [demo, empty] = await Promise.all([startTestManagement(), startTestManagement()]);
  await seedDemo({ call: callThrough(demo), deliveryUrl: 'http://ads.example', log: { info: () => undefined } });
}, 240_000);
afterAll(() => Promise.all([demo?.close(), empty?.close()]));

/** Calls the API of a test like a client over HTTP. */
function callThrough(management: TestManagement): ManagementCall {
  return async (method, path, content = {}) => {
    const form = content.multipart === undefined ? null : new Response(content.multipart);
    const answer = await management.call(method, path.replace('/api/v1', ''), {
      ...(content.json === undefined ? {} : { body: content.json }),
      ...(form === null ? {} : { payload: Buffer.from(await form.clone().arrayBuffer()) }),
      headers: {
        ...content.headers,
        ...(form === null ? {} : { 'content-type': form.headers.get('content-type') ?? '' }),
      },
    });
    return { status: answer.status, headers: new Headers(answer.headers), body: answer.body };
  };
}

test('the exported demo, applied to an empty installation, is exported identically', async () => {
  const document = await exportedConfiguration(demo);
  expect(Object.keys(document['campaigns'] ?? {}).length).toBeGreaterThan(5);
  const copied = await copyFiles(document, demo, empty);
  expect(copied).toBeGreaterThan(10);
  const planned = await empty.call('POST', '/configuration/plan', { body: { document } });
  expect(planned.status, JSON.stringify(planned.body).slice(0, 3000)).toBe(200);
  const applied = await empty.call('POST', '/configuration/apply', {
    body: { document, expectedRevision: planned.body.revision },
  });
  expect(applied.status, JSON.stringify(applied.body).slice(0, 3000)).toBe(200);
  const again = await exportedConfiguration(empty);
  expect(JSON.stringify(again)).toBe(JSON.stringify(document));
  const unchanged = await empty.call('POST', '/configuration/plan', { body: { document, prune: true } });
  expect(unchanged.body).toMatchObject({ created: 0, updated: 0, restored: 0, archived: 0, changes: [] });
}, 240_000);
