import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRows } from '../../../../test/support/database/publish-rows.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';

/** Midnight in the time zone of the screens. */
const nowMs = Date.parse('2027-03-03T00:00:00Z');
const at = (ms: number) => new Date(ms).toISOString();
const loopsPerDay = 1_440;
let management: TestManagement;
let positionId: number;
let campaignId: number;
let creativeId: number;
let ended: number;
let rest: number;

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format', { inHeadsup: true });
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  ({ id: campaignId } = await makeObject(management, 'campaigns', companies));
  ({ id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId }));
  await management.call('POST', `/creatives/${creativeId}/actions/submit`);
  const { id: publicationId } = await makeObject(management, 'inventory/publication', { timeZone: 'UTC' });
  const screen = { loopSeconds: 60, slotSeconds: 10, openingHours: [] };
  const location = { kind: 'screen', screen, publicationId };
  const { id: locationId } = await makeObject(management, 'inventory/location', location);
  ({ id: positionId } = await makeObject(management, 'inventory/position', { formatId, locationId }));
  ended = await book({ name: 'Ended', loop: { playsPerLoop: 2 }, endDate: at(nowMs - dayMs) });
  rest = await book({ name: 'Rest' });
  await publishRows(management.snapshots, await buildSnapshotRows(management.database));
  await miss(ended, 480);
});
afterAll(() => management?.close());

async function book(fields: Record<string, unknown>): Promise<number> {
  const { id } = await makeObject(management, 'bookings', {
    type: 'in_store',
    campaignId,
    positionIds: [positionId],
    creatives: [{ creativeId }],
    startDate: at(nowMs - 3 * dayMs),
    ...fields,
  });
  expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
  return id;
}

/** Inserts planned and counted plays of a day as the worker does. */
async function miss(bookingId: number, missed: number): Promise<void> {
  const planned = 2 * loopsPerDay;
  await sql`insert into planned_play (position_id, local_day, booking_id, plays)
    values (${positionId}, '2027-03-01', ${bookingId}, ${planned})`.execute(management.database);
  await sql`insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions)
    values ('2027-03-01T12:00:00Z', '2027-03-01', ${bookingId}, ${creativeId}, ${positionId}, ${planned - missed})`.execute(
    management.database,
  );
}

const preview = (id: number, body: object = {}) =>
  management.call('POST', `/bookings/${id}/makegood-preview`, { body: { method: 'makegood', ...body } });

test('a makegood of missed plays ends when the loops have as many plays, and lists the plays that others lose', async () => {
  const { status, body } = await preview(ended);
  expect(status, JSON.stringify(body)).toBe(200);
  // Two plays in each of 240 loops.
  expect(body).toMatchObject({
    basis: 'missed_plays',
    counter: 'impressions',
    goal: 2_880,
    delivered: 2_400,
    expected: 0,
    shortfall: 480,
    startDate: at(nowMs),
    endDate: at(nowMs + 4 * hourMs),
    reached: true,
    added: 480,
    low: null,
    displaced: [{ bookingId: rest, name: 'Rest', sharePercent: 100, lostEvents: 480 }],
    others: null,
  });
  expect(body.displaced[0].sharePercentWith).toBeCloseTo(66.67, 2);

  // More than a week: later days repeat the planned week.
  const long = await preview(ended, { goal: 20 * 2 * loopsPerDay });
  expect(long.body).toMatchObject({ endDate: at(nowMs + 20 * dayMs), reached: true, added: 57_600 });
  const short = await preview(ended, { endDate: at(nowMs + hourMs) });
  expect(short.body).toMatchObject({ endDate: at(nowMs + hourMs), reached: false, added: 120 });
  expect((await preview(ended, { goal: 400 * 2 * loopsPerDay })).body).toMatchObject({ reached: false });
});

test('the screens of the position multiply its plays', async () => {
  await sql`insert into screen_device (position_id, device_id, last_seen_at)
    select ${positionId}, id, ${new Date(nowMs)} from unnest(array['one', 'two']) id`.execute(management.database);
  expect((await preview(ended)).body).toMatchObject({ endDate: at(nowMs + 2 * hourMs), added: 480 });
  await sql`delete from screen_device`.execute(management.database);
});

test('a created makegood has the missed plays as its goal, and is proposed once', async () => {
  const { body } = await preview(ended);
  const made = await management.call('POST', `/bookings/${ended}/makegoods`, {
    body: { endDate: body.endDate, goal: body.shortfall },
  });
  expect(made, JSON.stringify(made.body)).toMatchObject({
    status: 201,
    body: {
      makegoodOfId: ended,
      status: 'running',
      loop: { playsPerLoop: 2 },
      positionIds: [positionId],
      delivery: { method: 'share', goal: { kind: 'plays', total: 480 } },
      endDate: at(nowMs + 4 * hourMs),
    },
  });
  expect(await preview(ended)).toMatchObject({
    status: 409,
    body: { detail: 'All missed plays already have a make-good' },
  });
  await management.call('POST', `/bookings/${made.body.id}/actions/cancel`);
  expect(await preview(ended)).toMatchObject({ status: 200, body: { shortfall: 480 } });
});

test('refuses extensions, bookings without missed plays, and ends before the start', async () => {
  expect(await preview(ended, { method: 'extend' })).toMatchObject({
    status: 409,
    body: { detail: 'Missed plays are made good by a linked booking, because the booking has no goal' },
  });
  expect(await preview(rest)).toMatchObject({
    status: 409,
    body: { detail: 'The booking has no goal or end date, and its screens missed no plays' },
  });
  expect(await preview(ended, { endDate: at(nowMs - hourMs) })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/endDate' }] },
  });
});
