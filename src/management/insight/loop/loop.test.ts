import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRows } from '../../../../test/support/database/publish-rows.ts';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import type { ScreenLoopView } from '../../../contract/booking/loop.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';

const nowMs = Date.parse('2027-03-03T11:00:00Z');
const screen = {
  openingHours: [{ days: ['wed', 'thu'], fromMinute: 540, toMinute: 600 }],
  loopSeconds: 60,
  slotSeconds: 10,
};
let management: TestManagement;
let positionId: number;
let campaignId: number;
let creativeId: number;

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format', { inHeadsup: true });
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  ({ id: campaignId } = await makeObject(management, 'campaigns', companies));
  ({ id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId }));
  await management.call('POST', `/creatives/${creativeId}/actions/submit`);
  const { id: locationId } = await makeObject(management, 'inventory/location', { kind: 'screen', screen });
  ({ id: positionId } = await makeObject(management, 'inventory/position', { formatId, locationId }));
});
afterAll(() => management?.close());

/** Returns the fields of another creative of the same brand and format. */
async function ownCreative() {
  const { body } = await management.call('GET', `/creatives/${creativeId}`);
  return { brandId: body.brandId, formatId: body.formatId };
}

async function makeBodyOf(fields: Record<string, unknown>) {
  const common = { type: 'in_store', campaignId, positionIds: [positionId], creatives: [{ creativeId }] };
  return makeBody(management, 'bookings', { ...common, startDate: '2027-03-01T00:00:00Z', ...fields });
}

async function book(fields: Record<string, unknown>): Promise<number> {
  const { id } = await makeObject(management, 'bookings', {
    type: 'in_store',
    campaignId,
    positionIds: [positionId],
    creatives: [{ creativeId }],
    startDate: '2027-03-01T00:00:00Z',
    ...fields,
  });
  const { status } = await management.call('POST', `/bookings/${id}/actions/submit`);
  expect(status).toBe(200);
  return id;
}

const loopOf = async (query = ''): Promise<ScreenLoopView> => {
  const { status, body } = await management.call('GET', `/inventory/position/${positionId}/loop${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

test('plans sold plays for each day of the screen and names those that do not fit', async () => {
  const plays = await book({ loop: { playsPerLoop: 2, minGap: 1 } });
  const percent = await book({ loop: { percent: 12.5 } });
  const rest = await book({ priority: 9 });
  const later = await book({ startDate: '2027-03-04T08:30:00Z', loop: { playsPerLoop: 6 }, priority: 9 });
  expect(await management.call('GET', `/bookings/${percent}`)).toMatchObject({
    body: { loop: { playsPerLoop: null, percent: 12.5, minGap: 0 } },
  });
  const rows = await buildSnapshotRows(management.database);
  // Loop settings that playlists of the delivery use.
  expect(rows.locations.find(({ kind }) => kind === 'screen')).toMatchObject({ loop: screen });
  await publishRows(management.snapshots, rows);

  const today = await loopOf();
  expect(today).toMatchObject({ positionId, date: '2027-03-03', timeZone: 'Europe/Amsterdam', problems: [] });
  expect(today.loops).toHaveLength(60);
  expect(today.loops[0]).toMatchObject({ startAt: '2027-03-03T08:00:00.000Z' });
  expect(today.loops.every(({ bookingIds }) => bookingIds.length === 6)).toBe(true);
  expect(today.bookings.map(({ bookingId, plays: count }) => [bookingId, count])).toEqual([
    [rest, 195],
    [plays, 120],
    [percent, 45],
  ]);
  expect(today.bookings[0]?.share).toBeCloseTo(195 / 360);

  const tomorrow = await loopOf('?date=2027-03-04');
  expect(tomorrow.loops).toHaveLength(60);
  // It requires the whole loop from 9:30 and is planned after bookings of higher priority.
  expect(tomorrow.problems).toMatchObject([{ kind: 'overbooked', bookingId: later, loops: 30 }]);
  expect(tomorrow.loops[29]?.bookingIds).not.toContain(later);
  expect(tomorrow.loops[30]?.bookingIds).toContain(later);
  expect((await loopOf('?date=2027-03-05')).loops).toEqual([]);
});

test('a loop has the bookings whose targeting the screen of the location meets', async () => {
  const inStore = { ...screen, venueTypes: ['retail.grocery.aisles'], chain: 'FreshMart', zone: 'aisle' };
  const { formatId } = await ownCreative();
  const { id: locationId } = await makeObject(management, 'inventory/location', { kind: 'screen', screen: inStore });
  const { id: aisle } = await makeObject(management, 'inventory/position', { formatId, locationId });
  const positionIds = [aisle, positionId];
  const grocery = await book({ positionIds, targeting: { fact: 'venueType', values: ['retail.grocery'] } });
  const elsewhere = await book({ positionIds, targeting: { not: { fact: 'chain', values: ['freshmart'] } } });
  await publishRows(management.snapshots, { ...(await buildSnapshotRows(management.database)), revision: 900 });
  const bookingsAt = async (id: number) => {
    const { body } = await management.call('GET', `/inventory/position/${id}/loop`);
    return (body as ScreenLoopView).bookings.map(({ bookingId }) => bookingId);
  };
  expect(await bookingsAt(aisle)).toEqual([grocery]);
  expect(await bookingsAt(positionId)).toContain(elsewhere);
  expect(await bookingsAt(positionId)).not.toContain(grocery);
  for (const id of [grocery, elsewhere]) await management.call('POST', `/bookings/${id}/actions/cancel`);
});

test('a store roadblock has the same slots on all screens of the store, or none with the reason', async () => {
  const { formatId } = await ownCreative();
  const inStore = { ...screen, chain: 'FreshMart', store: 'Gent-Zuid' };
  const makeScreen = async (change: object = {}) => {
    const location = { kind: 'screen', screen: { ...inStore, ...change } };
    const { id: locationId } = await makeObject(management, 'inventory/location', location);
    return (await makeObject(management, 'inventory/position', { formatId, locationId })).id;
  };
  const [hall, door] = [await makeScreen(), await makeScreen()];
  const loop = { playsPerLoop: 2, wholeStore: true };
  const takeover = await book({ positionIds: [hall, door], loop });
  const other = await book({ positionIds: [door], loop: { playsPerLoop: 3 }, priority: 0 });
  expect((await management.call('GET', `/bookings/${takeover}`)).body.loop).toMatchObject(loop);
  const loopsAt = async (id: number, revision: number) => {
    await publishRows(management.snapshots, { ...(await buildSnapshotRows(management.database)), revision });
    return (await management.call('GET', `/inventory/position/${id}/loop`)).body as ScreenLoopView;
  };
  for (const id of [hall, door]) {
    const { loops, problems } = await loopsAt(id, 950 + id);
    expect(loops).toHaveLength(60);
    for (const { bookingIds } of loops) expect([bookingIds[0], bookingIds[3]]).toEqual([takeover, takeover]);
    expect(problems).toEqual([]);
  }
  // Another screen of the store with other slots: none of them plays it.
  const slow = await makeScreen({ slotSeconds: 15 });
  const patch = { body: { positionIds: [hall, door, slow] }, headers: { 'if-match': '*' } };
  expect(await management.call('PATCH', `/bookings/${takeover}`, patch)).toMatchObject({ status: 200 });
  const { bookings, problems } = await loopsAt(door, 990);
  expect(bookings.filter(({ plays }) => plays > 0).map(({ bookingId }) => bookingId)).toEqual([other]);
  expect(problems).toMatchObject([{ kind: 'roadblock_loops_differ', bookingId: takeover, loops: 60 }]);
  for (const id of [takeover, other]) await management.call('POST', `/bookings/${id}/actions/cancel`);
});

test('a store roadblock requires a number of plays per loop', async () => {
  const { id: _, ...body } = await makeBodyOf({ loop: { percent: 10, wholeStore: true } });
  expect(await management.call('POST', '/bookings', { body })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/loop/wholeStore' }] },
  });
});

test('names bookings whose caps do not apply, and omits those that cannot play without a network', async () => {
  const capped = await book({ caps: [{ scope: 'day', most: 2 }], priority: 0, loop: { playsPerLoop: 1 } });
  const { id: networked } = await makeObject(management, 'creatives', await ownCreative());
  await management.call('POST', `/creatives/${networked}/actions/submit`);
  const online = await book({ creatives: [{ creativeId: networked }], loop: { playsPerLoop: 1 } });
  const html = '<img src="https://cdn.example/offer.png">';
  await management.database.updateTable('creative').set({ html }).where('creative.id', '=', networked).execute();
  await publishRows(management.snapshots, { ...(await buildSnapshotRows(management.database)), revision: 1_000 });
  const { problems, bookings, unusedSeconds } = await loopOf();
  const about = (id: number) => problems.filter(({ bookingId }) => bookingId === id);
  expect(about(capped)).toMatchObject([{ kind: 'caps_not_applied', loops: 60 }]);
  expect(about(online)).toMatchObject([{ kind: 'no_offline_media', loops: 60 }]);
  expect(bookings.find(({ bookingId }) => bookingId === online)?.plays ?? 0).toBe(0);
  expect(unusedSeconds).toBe(0);

  const body = {
    type: 'in_store',
    campaignId,
    name: 'Networked',
    startDate: '2027-03-01T00:00:00Z',
    positionIds: [positionId],
  };
  const refused = await management.call('POST', '/bookings', {
    body: { ...body, creatives: [{ creativeId: networked }] },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/creatives/0/creativeId', code: 'not_playable_offline' }] },
  });
});

test('refuses a loop length that is not a multiple of the slot length', async () => {
  const screenOf = (loopSeconds: number) => ({ kind: 'screen', screen: { loopSeconds, slotSeconds: 10 } });
  const refused = await management.call('POST', '/inventory/location', {
    body: await makeBody(management, 'inventory/location', screenOf(65)),
  });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/screen/loopSeconds' }] } });
  expect(await makeObject(management, 'inventory/location', screenOf(60))).toMatchObject({
    screen: { loopSeconds: 60 },
  });
});

test('allows a loop only for screens, loop plays only for in-store bookings, and one way to buy them', async () => {
  const { id: page } = await makeObject(management, 'inventory/position');
  expect(await management.call('GET', `/inventory/position/${page}/loop`)).toMatchObject({ status: 404 });
  expect(await management.call('GET', `/inventory/position/${positionId}/loop?date=2027-02-30`)).toMatchObject({
    status: 400,
  });
  const path = `/inventory/position/${positionId}/loop`;
  expect(await management.call('GET', path, { scopes: ['inventory:read', 'bookings:read'] })).toMatchObject({
    status: 403,
  });
  for (const [fields, pointer] of [
    [{ loop: { playsPerLoop: 1 } }, '/loop'],
    [{ type: 'in_store', loop: { playsPerLoop: 1, percent: 5 } }, '/loop/percent'],
    [{ type: 'in_store', loop: { playsPerLoop: 0 } }, '/loop/playsPerLoop'],
  ] as const) {
    const answer = await management.call('POST', '/bookings', { body: await makeBody(management, 'bookings', fields) });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  }
});
