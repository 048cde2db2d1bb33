import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { type MappedAdvertiser, mapAdvertiser } from '../../../../test/support/fixtures/mapped-advertiser.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
let advertiser: MappedAdvertiser;
let own: number;
let other: number;
const source = 'Verification Inc.';

beforeAll(async () => {
  management = await startTestManagement();
  advertiser = await mapAdvertiser(management);
  own = (await advertiser.makeBooking()).id;
  other = (await makeObject(management, 'bookings')).id;
  await sql`insert into booking_day (booking_id, local_day, impressions, viewables, clicks) values
    (${own}, '2026-11-20', 1000, 600, 10), (${own}, '2026-11-21', 2000, 900, 30), (${own}, '2026-11-22', 5000, 0, 0),
    (${other}, '2026-11-20', 400, 100, 4)`.execute(management.database);
});
afterAll(() => management?.close());

const store = (counts: readonly object[], from = source) =>
  management.call('POST', '/third-party-counts', { body: { source: from, counts } });

async function rows(query = '', who = {}) {
  const { status, body } = await management.call('GET', `/discrepancies${query}`, who);
  expect(status).toBe(200);
  return body.rows;
}

test('compares the days that the third party counted', async () => {
  expect(
    await store([
      { bookingId: own, day: '2026-11-20', impressions: 950, clicks: 12 },
      { bookingId: own, day: '2026-11-21', impressions: 1_900 },
      { bookingId: other, day: '2026-11-20', impressions: 440, viewables: 80 },
      { bookingId: other, day: '2026-11-23', impressions: 5 },
    ]),
  ).toMatchObject({ status: 200, body: { stored: 4 } });
  expect(await rows()).toEqual([
    {
      bookingId: own,
      bookingName: expect.any(String),
      source,
      from: '2026-11-20',
      to: '2026-11-21',
      days: 2,
      impressions: { counted: 3_000, thirdParty: 2_850, difference: -150, percent: -5, exceeded: false },
      viewables: null,
      clicks: { counted: 10, thirdParty: 12, difference: 2, percent: 20, exceeded: true },
      exceeded: true,
    },
    expect.objectContaining({
      bookingId: other,
      days: 2,
      impressions: { counted: 400, thirdParty: 445, difference: 45, percent: 11.25, exceeded: true },
      viewables: { counted: 100, thirdParty: 80, difference: -20, percent: -20, exceeded: true },
      clicks: null,
    }),
  ]);
});

test('is filtered by period, booking and third party, with any threshold', async () => {
  const [row] = await rows(`?bookingId=${own}&from=2026-11-21&to=2026-11-22&thresholdPercent=4`);
  expect(row).toMatchObject({ days: 1, impressions: { counted: 2_000, percent: -5, exceeded: true }, clicks: null });
  await store([{ bookingId: other, day: '2026-11-23', impressions: 7 }], 'Other');
  expect(await rows('?source=Other')).toMatchObject([
    { source: 'Other', impressions: { counted: 0, thirdParty: 7, percent: null, exceeded: true } },
  ]);
});

test('a repeated import replaces the counts', async () => {
  await store([{ bookingId: own, day: '2026-11-20', impressions: 990 }]);
  expect(await rows(`?bookingId=${own}`)).toMatchObject([{ impressions: { thirdParty: 2_890 }, clicks: null }]);
});

test('advertisers see only their bookings and import nothing', async () => {
  expect((await rows('', advertiser.who)).map(({ bookingId }: { bookingId: number }) => bookingId)).toEqual([own]);
  const body = { source, counts: [{ bookingId: own, day: '2026-11-20', impressions: 1 }] };
  expect((await management.call('POST', '/third-party-counts', { body, ...advertiser.who })).status).toBe(403);
});

test('invalid counts are refused as a whole', async () => {
  const pointerOf = async (counts: readonly object[]) => {
    const { status, body } = await store(counts, 'Refused');
    return [status, body.errors?.[0]?.pointer];
  };
  const valid = { bookingId: own, day: '2026-11-20', impressions: 1 };
  expect(await pointerOf([valid, { ...valid, bookingId: 999_999 }])).toEqual([400, '/counts/1/bookingId']);
  expect(await pointerOf([valid, valid])).toEqual([400, '/counts/1/day']);
  expect(await pointerOf([{ ...valid, day: '2026-11-31' }])).toEqual([400, '/counts/0/day']);
  expect(await pointerOf([{ ...valid, impressions: -1 }])).toEqual([400, '/counts/0/impressions']);
  expect(await pointerOf([])).toEqual([400, '/counts']);
  expect(await rows('?source=Refused')).toEqual([]);
  expect((await management.call('GET', '/discrepancies?thresholdPercent=200')).status).toBe(400);
});
