import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { decide } from '../../../core/decision/decide.ts';
import { buildSnapshot } from '../../../core/snapshot/build-snapshot.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { openPacingFolder } from '../../../exchange/plan/pacing-folder.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';

/** Wednesday noon in Amsterdam. */
const nowMs = Date.parse('2027-03-03T11:00:00Z');
const at = (ms: number) => new Date(ms).toISOString();

let management: TestManagement;
let advertiser: number;
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  advertiser = (await makeObject(management, 'users', { role: 'advertiser', email: 'a@shares.example' })).id;
});
afterAll(() => management?.close());

type TestPosition = { readonly positionId: number; readonly slotName: string; readonly locationId: number };
type Setting = {
  readonly campaignId: number;
  readonly creativeId: number;
  readonly testPositions: readonly TestPosition[];
};

/** Creates a campaign and positions of one format without other bookings. */
async function makeSetting(count = 1): Promise<Setting> {
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  const { id: campaignId } = await makeObject(management, 'campaigns', companies);
  const { id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId });
  const { id: locationId } = await makeObject(management, 'inventory/location');
  const testPositions: TestPosition[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id, ...position } = await makeObject(management, 'inventory/position', { formatId, locationId });
    testPositions.push({ positionId: id, slotName: String(position['slotName']), locationId });
  }
  return { campaignId, creativeId, testPositions };
}

async function book({ campaignId, creativeId, testPositions }: Setting, fields: Record<string, unknown> = {}) {
  const { id } = await makeObject(management, 'bookings', {
    campaignId,
    positionIds: testPositions.map(({ positionId }) => positionId),
    creatives: [{ creativeId }],
    startDate: at(nowMs - dayMs),
    endDate: null,
    ...fields,
  });
  expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
  return id;
}

async function preview(body: Record<string, unknown>, options: { user?: number } = {}) {
  const answer = await management.call('POST', '/shares/preview', {
    body: { startDate: at(nowMs), endDate: at(nowMs + 30 * dayMs), ...body },
    ...options,
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

test('previews a roadblock with one share at all positions of a page, as later requests show', async () => {
  const setting = await makeSetting(2);
  const [first, second] = setting.testPositions as [TestPosition, TestPosition];
  await book(setting, { priority: 5, positionIds: [first.positionId] });
  await book(setting, { priority: 3, positionIds: [second.positionId] });
  const terms = { priority: 5, roadblock: 'all', positionIds: [first.positionId, second.positionId] };
  const seen = await preview(terms);
  const id = await book(setting, { ...terms, startDate: at(nowMs), endDate: at(nowMs + 30 * dayMs) });
  const snapshot = buildSnapshot(await buildSnapshotRows(management.database));
  const slots = [first, second].map(({ slotName }) => ({ slotName, parameters: new Map() }));
  const request = { slots, parameters: new Map() };
  let wins = 0;
  for (let seed = 0; seed < 4_000; seed += 1) {
    const { winners } = decide(snapshot, request, { nowMs, seed: [7, seed], explain: false });
    const won = winners.map((winner) => winner?.ad.booking.id === id);
    expect(won[0]).toBe(won[1]);
    if (won[0]) wins += 1;
  }
  // Equal in priority to the booking of its first position. The end date gives it a little more.
  expect(wins / 4_000).toBeGreaterThan(0.5);
  for (const { sharePercent } of seen.positions) {
    expect(Math.abs(sharePercent - (100 * wins) / 4_000)).toBeLessThan(3);
  }
});

test('predicts the decision at that time after the booking is saved', async () => {
  const setting = await makeSetting();
  const testPosition = setting.testPositions[0] as TestPosition;
  const locationIds = [testPosition.locationId];
  await book(setting, { priority: 4, endDate: at(nowMs + 3 * dayMs) });
  await book(setting, { priority: 5, positionIds: [], locationIds });
  await book(setting, { priority: 5, activeDays: ['mon'] });
  await book(setting, { priority: 0, startDate: at(nowMs + dayMs) });
  const paused = await book(setting, { priority: 0 });
  await management.call('POST', `/bookings/${paused}/actions/pause`);
  const terms = { priority: 3, startDate: at(nowMs), endDate: at(nowMs + 30 * dayMs) };

  const seen = await preview({ ...terms, locationIds });
  const id = await book(setting, terms);
  const snapshot = buildSnapshot(await buildSnapshotRows(management.database));
  const request = { slots: [{ slotName: testPosition.slotName, parameters: new Map() }], parameters: new Map() };
  const { traces } = decide(snapshot, request, { nowMs, seed: [1, 2], explain: true });
  const decided = new Map(
    (traces[0]?.candidates ?? []).map((one) => [Number(one.bookingId), one.eligible ? one.share * 100 : 0]),
  );

  expect(seen.total.sharePercent).toBeCloseTo(decided.get(id) ?? 0, 1);
  expect(seen.total.sharePercent).toBeGreaterThan(50);
  expect(seen.total.competitors).toHaveLength(4);
  for (const { bookingId, sharePercentWith } of seen.total.competitors) {
    expect(sharePercentWith, String(bookingId)).toBeCloseTo(decided.get(bookingId) ?? -1, 1);
  }
  const runs = seen.total.competitors.map(({ runsThen }: { runsThen: boolean }) => runsThen);
  expect(runs).toEqual([true, true, false, false]);
  expect(seen.positions).toMatchObject([
    { positionId: testPosition.positionId, slotName: testPosition.slotName, requestsPerDay: null, ...seen.total },
  ]);
  expect(seen).toMatchObject({ at: at(nowMs), positionCount: 1 });

  // After saving, the shares equal the preview. A preview of the unchanged booking equals the current shares.
  const edited = await preview({ ...terms, locationIds, bookingId: id });
  expect(edited.total).toMatchObject({
    sharePercent: seen.total.sharePercent,
    sharePercentBefore: seen.total.sharePercent,
  });
  const higher = await preview({ ...terms, locationIds, bookingId: id, priority: 2 });
  expect(higher.total.sharePercent).toBeGreaterThan(seen.total.sharePercent);
  expect(higher.total.sharePercentBefore).toBe(seen.total.sharePercent);
});

test('counts a booking at the positions whose screens its targeting includes', async () => {
  const setting = await makeSetting(2);
  const [checkout, aisle] = setting.testPositions as [TestPosition, TestPosition];
  const inZone = (zone: string) => ({ kind: 'screen', screen: { zone, venueTypes: ['retail.grocery'] } });
  const { id: locationId } = await makeObject(management, 'inventory/location', inZone('aisle'));
  for (const [id, body] of [
    [checkout.locationId, inZone('checkout')],
    [aisle.positionId, { locationId }],
  ] as const) {
    const type = 'kind' in body ? 'location' : 'position';
    const answer = await management.call('PATCH', `/inventory/${type}/${id}`, { body, headers: { 'if-match': '*' } });
    expect(answer).toMatchObject({ status: 200 });
  }
  const targeting = {
    all: [
      { fact: 'zone', values: ['checkout'] },
      { fact: 'country', values: ['BE'] },
    ],
  };
  const targeted = await book(setting, { targeting });
  const positionIds = [checkout.positionId, aisle.positionId];
  const seen = await preview({ positionIds });
  const competitorsAt = ({ positionId }: TestPosition) =>
    seen.positions.find((one: TestPosition) => one.positionId === positionId).competitors;
  expect(competitorsAt(checkout)).toMatchObject([{ bookingId: targeted, sharePercent: 100 }]);
  expect(competitorsAt(aisle)).toEqual([]);

  const draft = await preview({ positionIds, targeting: { not: { fact: 'zone', values: ['checkout'] } } });
  expect(draft).toMatchObject({ positionCount: 1, positions: [{ positionId: aisle.positionId }] });
  const saved = await preview({ positionIds, targeting, bookingId: targeted });
  expect(saved).toMatchObject({ positionCount: 1, total: { sharePercent: 100 } });
});

test('deducts shares of voice and claims of goals before the remaining shares', async () => {
  const setting = await makeSetting();
  const positionIds = setting.testPositions.map(({ positionId }) => positionId);
  const voice = await book(setting, { delivery: { method: 'share_of_voice', percent: 20 } });
  const goal = { kind: 'impressions', total: 1_000 };
  const even = await book(setting, { delivery: { method: 'even', goal }, endDate: at(nowMs + dayMs) });
  const done = await book(setting, { delivery: { method: 'asap', goal } });
  await sql`insert into booking_total (booking_id, impressions) values (${done}, 1000)`.execute(management.database);
  const share = await book(setting);
  const planned = {
    counter: 'impressions',
    left: 900,
    brings: 1,
    fits: 1,
    overbooked: false,
    over: null,
    budget: null,
  } as const;
  await openPacingFolder(management.services.config.dataFolder).plan.write({
    number: 1,
    plannedAtMs: nowMs,
    processes: [],
    bookings: [{ bookingId: even, part: 0.3, ...planned }],
  });
  const sharesOf = async (body: Record<string, unknown>) => {
    const { total } = await preview({ positionIds, endDate: null, ...body });
    const named = total.competitors.map(
      (one: { bookingId: number; sharePercent: number; sharePercentWith: number }) => [
        one.bookingId,
        [one.sharePercent, one.sharePercentWith],
      ],
    );
    return { own: total.sharePercent, ...Object.fromEntries(named) };
  };
  expect(await sharesOf({})).toEqual({
    own: 25,
    [voice]: [20, 20],
    [even]: [30, 30],
    [share]: [50, 25],
    [done]: [0, 0],
  });
  expect(await sharesOf({ delivery: { method: 'share_of_voice', percent: 50 } })).toMatchObject({
    own: 50,
    [even]: [30, 30],
    [share]: [50, 0],
  });
  expect(await sharesOf({ delivery: { method: 'fill' } })).toMatchObject({ own: 0, [share]: [50, 50] });
  expect(await sharesOf({ delivery: { method: 'asap', goal } })).toMatchObject({ own: 50, [share]: [50, 0] });
  // The claim of an even goal depends on the requests, and there are none yet.
  const evenly = { endDate: at(nowMs + 10 * dayMs), delivery: { method: 'even', goal } };
  expect(await sharesOf(evenly)).toMatchObject({ own: null, [share]: [50, 50] });
  await learn(positionIds[0] as number, 10);
  // 2,400 requests in 10 days.
  expect(await sharesOf(evenly)).toMatchObject({ own: 41.67, [share]: [50, 8.33] });
});

/** Records the same number of requests in every hour. */
async function learn(positionId: number, perHour: number): Promise<void> {
  await sql`insert into traffic_curve (position_id, hours, level, hour, requests, observed_ms)
    values (${positionId}, ${Array.from({ length: 168 }, (_, hour) => (hour < 24 ? perHour : null))}, 1, 0, 0, 0)`.execute(
    management.database,
  );
}

test('deducts delivered events from the goal of an edited booking', async () => {
  const setting = await makeSetting();
  const [testPosition] = setting.testPositions as [TestPosition];
  await learn(testPosition.positionId, 100);
  await book(setting);
  const terms = {
    delivery: { method: 'even', goal: { kind: 'impressions', total: 2_400 } },
    endDate: at(nowMs + 10 * dayMs),
  };
  const id = await book(setting, terms);
  await sql`insert into booking_total (booking_id, impressions) values (${id}, 1200)`.execute(management.database);
  const asked = { ...terms, positionIds: [testPosition.positionId] };
  expect((await preview(asked)).total.sharePercent).toBe(10);
  expect((await preview({ ...asked, bookingId: id })).total.sharePercent).toBe(5);
});

test('weights the total by requests, lists the most requested position first, and resolves inventory to all positions below it', async () => {
  const setting = await makeSetting(3);
  const [quiet, busy, silent] = setting.testPositions as [TestPosition, TestPosition, TestPosition];
  await learn(quiet.positionId, 10);
  await learn(busy.positionId, 30);
  await book({ ...setting, testPositions: [busy] });
  const location = await management.call('GET', `/inventory/location/${quiet.locationId}`);
  const { publicationId } = location.body;
  const publication = (await management.call('GET', `/inventory/publication/${publicationId}`)).body;
  const wide = await preview({ publisherIds: [publication.publisherId], endDate: null });
  expect(wide).toMatchObject({
    positionCount: 3,
    // Half of three quarters, and all of one quarter.
    total: { sharePercent: 62.5 },
    positions: [
      { positionId: busy.positionId, requestsPerDay: 720, sharePercent: 50 },
      { positionId: quiet.positionId, requestsPerDay: 240, sharePercent: 100, competitors: [], others: null },
      { positionId: silent.positionId, requestsPerDay: null, sharePercent: 100 },
    ],
  });
  expect(await preview({ publicationIds: [publicationId], endDate: null })).toEqual(wide);
  expect(await preview({})).toMatchObject({ positionCount: 0, positions: [], total: { sharePercent: 0 } });
});

test("names an advertiser's own bookings and returns others as an unnamed sum", async () => {
  const own = await makeSetting();
  const testPosition = own.testPositions[0] as TestPosition;
  const { formatId } = (await management.call('GET', `/inventory/position/${testPosition.positionId}`)).body;
  const campaign = (await management.call('GET', `/campaigns/${own.campaignId}`)).body;
  const mapping = { advertiserCompanyId: campaign.advertiserCompanyId, brandId: campaign.brandIds[0] };
  const mapped = await management.call('POST', '/user-mapping', { body: { user: 'a@shares.example', ...mapping } });
  expect(mapped.status).toBe(201);
  const foreign = await makeSetting();
  const brandId = (await management.call('GET', `/creatives/${foreign.creativeId}`)).body.brandId;
  const { id: creativeId } = await makeObject(management, 'creatives', { brandId, formatId });
  const ownId = await book(own);
  const secret = [
    await book({ ...foreign, creativeId, testPositions: [testPosition] }, { name: 'Secretword one' }),
    await book({ ...foreign, creativeId, testPositions: [testPosition] }, { name: 'Secretword two' }),
  ];
  const body = { positionIds: [testPosition.positionId], endDate: null };
  const seen = await preview(body, { user: advertiser });
  expect(seen.total).toMatchObject({
    sharePercent: 25,
    competitors: [{ bookingId: ownId, sharePercent: 33.33, sharePercentWith: 25 }],
    others: { sharePercent: 66.67, sharePercentWith: 50 },
  });
  expect(JSON.stringify(seen)).not.toContain('Secretword');
  expect((await preview(body)).total.competitors).toHaveLength(3);
  const ask = (bookingId: number) =>
    management.call('POST', '/shares/preview', {
      user: advertiser,
      body: { ...body, startDate: at(nowMs), bookingId },
    });
  const [theirs, absent] = [await ask(secret[0] as number), await ask(999_999)];
  for (const { status, body: problem } of [theirs, absent]) {
    expect([status, problem.errors[0].pointer, problem.errors[0].code]).toEqual([
      400,
      '/bookingId',
      'reference_not_found',
    ]);
  }
});

test('names the competitors with the largest shares and sums the rest', async () => {
  const setting = await makeSetting();
  for (let index = 0; index < 22; index += 1) await book(setting, { priority: index === 21 ? 4 : 5 });
  const { total } = await preview({
    positionIds: setting.testPositions.map(({ positionId }) => positionId),
    endDate: null,
  });
  expect(total.competitors).toHaveLength(20);
  expect(total.competitors[0]).toMatchObject({ priority: 4 });
  const named = total.competitors.reduce(
    (sum: number, one: { sharePercentWith: number }) => sum + one.sharePercentWith,
    0,
  );
  expect(named + total.others.sharePercentWith + total.sharePercent).toBeCloseTo(100, 0);
});

test.each([
  [{ endDate: at(nowMs - dayMs) }, '/endDate'],
  [{ priority: 10 }, '/priority'],
  [{ delivery: { method: 'asap' } }, '/delivery/goal'],
  [{ positionIds: [1, 1] }, '/positionIds'],
  [{ colour: 'red' }, '/colour'],
  [{ at: 'now' }, '/at'],
])('refuses %j and names the field', async (fields, pointer) => {
  const body = { startDate: at(nowMs), endDate: null, ...fields };
  const answer = await management.call('POST', '/shares/preview', { body });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer, in: 'body' }] } });
});

test('requires the scope of bookings', async () => {
  const body = { startDate: at(nowMs) };
  expect(await management.call('POST', '/shares/preview', { body, scopes: ['campaigns:read'] })).toMatchObject({
    status: 403,
  });
});
