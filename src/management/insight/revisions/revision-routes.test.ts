import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management.close());

test('every change has a revision with its author and the number of delivery processes on which it is live', async () => {
  const { id } = await makeObject(management, 'inventory/publisher');
  const changed = await management.call('PATCH', `/inventory/publisher/${id}`, {
    body: { companyName: 'Changed' },
    headers: { 'if-match': '*' },
  });
  const revision = Number(changed.headers['placard-revision']);
  const read = () => management.call('GET', `/revisions/${revision}`);
  expect(await read()).toMatchObject({
    status: 200,
    body: { revision, actor: 'service-account:1', summary: `update inventory/publisher ${id}`, live: { on: 0, of: 0 } },
  });
  await management.snapshots.acknowledge('delivery-0', revision);
  await management.snapshots.acknowledge('delivery-1', revision - 1);
  expect((await read()).body.live).toEqual({ on: 1, of: 2 });
  await management.snapshots.acknowledge('delivery-1', revision);
  expect((await read()).body.live).toEqual({ on: 2, of: 2 });
  const list = await management.call('GET', '/revisions?limit=1');
  expect(list.body).toEqual([(await read()).body]);
  expect(list.headers['record-count']).toBe(String(revision));
  await management.snapshots.forget('delivery-0');
  await management.snapshots.forget('delivery-1');
});

test('returns 404 for a missing revision and 400 for a malformed one', async () => {
  expect(await management.call('GET', '/revisions/99999')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await management.call('GET', '/revisions/x')).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/revision', in: 'path' }] },
  });
});
