import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { scopes } from '../../../contract/access/scopes.ts';
import { readSnapshotBookings } from '../../../exchange/rows/snapshot-bookings.ts';

type Fields = Readonly<Record<string, unknown>>;

let management: TestManagement;

beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

function patch(id: number, body: Fields, options: Fields = {}) {
  return management.call('PATCH', `/bookings/${id}`, { body, headers: { 'if-match': '*' }, ...options });
}

function inSnapshot(id: number) {
  return management.database.transaction().execute((transaction) => readSnapshotBookings(transaction, { ids: [id] }));
}

const trackers = { impression: ['https://count.example/i?c=[CACHEBUSTING]'], click: ['https://count.example/c'] };

test('stores the trackers of a booking, and omits events without URLs', async () => {
  const { id, trackers: stored } = await makeObject(management, 'bookings', {
    trackers: { ...trackers, viewable: [] },
  });
  expect(stored).toEqual(trackers);
  expect(await inSnapshot(id)).toMatchObject([{ trackers }]);
  expect((await patch(id, { trackers: { click: null } })).body.trackers).toEqual({ impression: trackers.impression });
  expect((await patch(id, { trackers: null })).body.trackers).toEqual({});
  const [row] = await inSnapshot(id);
  expect(row).not.toHaveProperty('trackers');
});

test('rejects events of players, and URLs that are not http', async () => {
  const { id } = await makeObject(management, 'bookings');
  expect(await patch(id, { trackers: { start: ['https://count.example/s'] } })).toMatchObject({ status: 400 });
  const { status, body } = await patch(id, { trackers: { click: ['javascript:alert(1)'] } });
  expect([status, body.errors[0].pointer]).toEqual([400, '/trackers/click/0']);
});

test('a changed tracker of an approved booking requires a new approval, other changes do not', async () => {
  const { id } = await makeObject(management, 'bookings', { trackers });
  const partly = { scopes: scopes.filter((scope) => scope !== 'revisions:read'), account: 5 };
  await management.database
    .updateTable('booking')
    .set({ lifecycle: 'approved' })
    .where('booking.id', '=', id)
    .execute();
  const lifecycle = async () => {
    const row = management.database.selectFrom('booking').select('booking.lifecycle').where('booking.id', '=', id);
    return (await row.executeTakeFirstOrThrow()).lifecycle;
  };
  expect((await patch(id, { name: 'Renamed', trackers }, partly)).status).toBe(200);
  expect(await lifecycle()).toBe('approved');
  expect((await patch(id, { trackers: { click: ['https://other.example/c'] } }, partly)).status).toBe(200);
  expect(await lifecycle()).toBe('submitted');
});

test('trackers must be on an allowed domain, except URLs that the booking already has', async () => {
  const { id } = await makeObject(management, 'bookings', { trackers });
  const allow = (trackerDomains: readonly string[]) =>
    management.call('PATCH', '/settings', { body: { trackerDomains }, headers: { 'if-match': '*' } });
  expect((await allow(['measure.example'])).status).toBe(200);
  expect((await patch(id, { name: 'Renamed' })).status).toBe(200);
  const allowed = { viewable: ['https://eu.measure.example/v'] };
  expect((await patch(id, { trackers: allowed })).body.trackers).toEqual({ ...trackers, ...allowed });
  expect(await patch(id, { trackers: { viewable: ['https://other.example/v'] } })).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'foreign_domain', pointer: '/trackers/viewable/0' }] },
  });
  expect((await allow([])).status).toBe(200);
});
