import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRows } from '../../../../test/support/database/publish-rows.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { runTraffic, type TrafficOutcome } from '../../../../test/support/server/recorded-traffic.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import type { ShareSimulation } from '../../../contract/booking/share-simulation.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';

const nowMs = Date.parse('2027-03-03T11:00:00Z');
const at = (ms: number) => new Date(ms).toISOString();
/** Requests per day. More requests mean more cap refusals, so the measured days equal the recorded one. */
const requests = 25_000;
/** Measured days. The random error of a 50 % share is then 0.2 percentage points. */
const measuredDays = 4;

type TestPosition = { readonly positionId: number; readonly slotName: string };
let management: TestManagement;
let testPositions: readonly TestPosition[];
let campaignId: number;
let creativeId: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  ({ id: campaignId } = await makeObject(management, 'campaigns', companies));
  ({ id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId }));
  await management.call('POST', `/creatives/${creativeId}/actions/submit`);
  const { id: locationId } = await makeObject(management, 'inventory/location');
  const made: TestPosition[] = [];
  for (let index = 0; index < 2; index += 1) {
    const { id, slotName } = await makeObject(management, 'inventory/position', { formatId, locationId });
    made.push({ positionId: id, slotName: String(slotName) });
  }
  testPositions = made;
  const [first] = testPositions;
  const red = { key: 'kw', values: ['red', 'blue'] };
  ids['share'] = await book({ priority: 5 });
  ids['targeted'] = await book({ priority: 4, targeting: red, endDate: at(nowMs + 5 * dayMs) });
  ids['voice'] = await book({ delivery: { method: 'share_of_voice', percent: 15 } });
  ids['capped'] = await book({ priority: 3, caps: [{ scope: 'day', most: 3 }] });
  ids['labelled'] = await book({ priority: 4, exclusionLabels: ['cars'], positionIds: [first?.positionId] });
  ids['fill'] = await book({ delivery: { method: 'fill' } });
  const rows = await buildSnapshotRows(management.database);
  await publishRows(management.snapshots, rows);
  const { dataFolder } = management.services.config;
  const slotNames = testPositions.map(({ slotName }) => slotName);
  await runTraffic({ rows, slotNames, startMs: nowMs - dayMs, requests, seed: 1, dataFolder });
}, 60_000);
afterAll(() => management?.close());

const bodyOf = (fields: Record<string, unknown>) => ({
  name: 'Draft',
  type: 'display',
  campaignId,
  positionIds: testPositions.map(({ positionId }) => positionId),
  creatives: [{ creativeId }],
  startDate: at(nowMs - 2 * dayMs),
  endDate: null,
  ...fields,
});

async function book(fields: Record<string, unknown>): Promise<number> {
  const { id } = await makeObject(management, 'bookings', bodyOf(fields));
  expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
  return id;
}

async function simulate(fields: Record<string, unknown>, options: { user?: number } = {}): Promise<ShareSimulation> {
  const answer = await management.call('POST', '/shares/simulate', { body: bodyOf(fields), ...options });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
}

/**
 * Runs a simulation that has read all recorded requests. On a busy machine the time limit may not be sufficient at
 * first.
 */
function simulateWhole(fields: Record<string, unknown>): Promise<ShareSimulation> {
  const ask = async () => {
    const seen = await simulate(fields);
    return seen.record.complete ? seen : null;
  };
  return waitUntil('a simulation that has read everything', ask, { withinMs: 30_000 });
}

/** Measures the percentage of requests of a slot that each booking wins in separate runs. */
async function measure(seed: number): Promise<(slotName: string, id: number) => number> {
  const rows = await buildSnapshotRows(management.database);
  const slotNames = testPositions.map(({ slotName }) => slotName);
  const days: TrafficOutcome[] = [];
  for (let day = 0; day < measuredDays; day += 1) {
    days.push(await runTraffic({ rows, slotNames, startMs: nowMs, requests, seed: seed * 100 + day }));
  }
  const sum = (of: (day: TrafficOutcome) => number | undefined) => days.reduce((all, day) => all + (of(day) ?? 0), 0);
  return (slotName, id) =>
    (100 * sum(({ won }) => won.get(slotName)?.get(id))) / sum(({ asked }) => asked.get(slotName));
}

/** @param exceptId booking with caps, whose recorded counts a draft with many wins would change */
async function expectMeasured(seen: ShareSimulation, draftId: number, seed: number, exceptId?: number): Promise<void> {
  const share = await measure(seed);
  const differences: number[] = [];
  const compare = (slotName: string, bookingId: number, simulated: number | null) => {
    const difference = Math.abs((simulated ?? -9) - share(slotName, bookingId));
    expect(difference, `booking ${bookingId} at ${slotName}`).toBeLessThan(1);
    differences.push(difference);
  };
  for (const { slotName, sharePercent, competitors } of seen.positions) {
    compare(slotName, draftId, sharePercent);
    for (const { bookingId, sharePercentWith } of competitors) {
      if (bookingId !== exceptId) compare(slotName, bookingId, sharePercentWith);
    }
  }
  const most = Math.max(...differences).toFixed(2);
  process.stdout.write(`${differences.length} shares, largest difference ${most} % of the requests\n`);
}

test('matches the measured shares of a later run within 1 % of the requests, and states why bookings lose', async () => {
  const fields = { priority: 3, targeting: { key: 'kw', values: ['red'] }, exclusionLabels: ['cars'] };
  const seen = await simulateWhole({ ...fields, startDate: at(nowMs) });
  expect(seen).toMatchObject({
    from: at(nowMs),
    to: at(nowMs + dayMs),
    assumed: ['APPROVED'],
    notRecorded: [],
    positionCount: 2,
    record: { days: 7, complete: true, hosts: { read: 1, known: 1 } },
  });
  expect(seen.record.requests).toBe(20_000);
  expect(seen.fitting).toBeCloseTo(0.4, 1);
  expect(seen.refused.TARGETING_NOT_MET).toBeGreaterThan(5_000);
  const share = await measure(2);
  for (const { slotName, competitors } of seen.positions) {
    for (const { bookingId, sharePercent } of competitors) {
      expect(Math.abs(sharePercent - share(slotName, bookingId)), `as it is: ${bookingId}`).toBeLessThan(1);
    }
  }
  const reasons = new Map(seen.total.competitors.map(({ bookingId, reason }) => [bookingId, reason]));
  expect(reasons.get(ids['share'] as number)).toBe('LOST_BY_SHARE');
  expect(reasons.get(ids['voice'] as number)).toBeNull();

  const id = await book({ ...fields, startDate: at(nowMs) });
  await expectMeasured(seen, id, 3);
  expect(await management.call('POST', `/bookings/${id}/actions/cancel`)).toMatchObject({ status: 200 });
}, 60_000);

test('simulates roadblocks: their simulated shares are the measured ones, and so are those of the others', async () => {
  const fields = { startDate: at(nowMs), priority: 4, roadblock: 'as_many_as_possible' };
  const seen = await simulateWhole(fields);
  const id = await book(fields);
  await expectMeasured(seen, id, 4, ids['capped']);
  // A roadblock that needs both slots gets nothing of the requests with one slot.
  const complete = { ...fields, roadblock: 'all', priority: 0 };
  const whole = await simulateWhole({ ...complete, bookingId: id });
  expect(whole.refused.ROADBLOCK_INCOMPLETE).toBeGreaterThan(5_000);
  expect(
    await management.call('PATCH', `/bookings/${id}`, { body: complete, headers: { 'if-match': '*' } }),
  ).toMatchObject({
    status: 200,
  });
  await expectMeasured(whole, id, 5, ids['capped']);
  expect(await management.call('POST', `/bookings/${id}/actions/cancel`)).toMatchObject({ status: 200 });
}, 60_000);

test('applies shares of voice first, and compares a change of a saved booking with its current share', async () => {
  const voice = { delivery: { method: 'share_of_voice', percent: 20 }, duplicatesAllowed: true };
  const seen = await simulateWhole(voice);
  expect(seen.total.sharePercent).toBeCloseTo(20, 0);
  const shared = seen.total.competitors.find(({ bookingId }) => bookingId === ids['share']);
  expect(shared).toMatchObject({ reason: 'CLAIM_COMES_FIRST', expectedPerDay: null });
  expect(shared?.sharePercentWith).toBeLessThan(shared?.sharePercent ?? 0);

  const bookingId = ids['share'] as number;
  const same = await simulateWhole({ priority: 5, bookingId });
  expect(same.assumed).toEqual([]);
  expect(same.total.sharePercent).toBe(same.total.sharePercentBefore);
  const higher = await simulateWhole({ priority: 3, bookingId });
  expect(higher.total.sharePercentBefore).toBe(same.total.sharePercentBefore);
  expect(higher.total.sharePercent).toBeGreaterThan((same.total.sharePercent ?? 0) * 1.5);
  expect(higher.total.competitors.map(({ bookingId: id }) => id)).not.toContain(bookingId);
  // The change was not saved.
  expect((await management.call('GET', `/bookings/${bookingId}`)).body).toMatchObject({ priority: 5, version: 2 });
});

test('converts shares into expected impressions by the requests of a typical day', async () => {
  const [first, second] = testPositions as readonly [TestPosition, TestPosition];
  await sql`insert into traffic_curve (position_id, hours, level, hour, requests, observed_ms)
    values (${first.positionId}, array_fill(100::float8, array[168]), 1, 0, 0, 0)`.execute(management.database);
  const seen = await simulateWhole({ positionIds: [first.positionId, second.positionId], priority: 4 });
  expect(seen.askedPerDay).toBe(2_400);
  const [here, there] = seen.positions;
  expect(here).toMatchObject({ positionId: first.positionId, requestsPerDay: 2_400 });
  expect(here?.expectedPerDay).toBe(Math.round(24 * (here?.sharePercent ?? 0)));
  expect(there).toMatchObject({ requestsPerDay: null, expectedPerDay: null });

  // 20 % of the requests until its end. It claims a larger fraction of the fewer requests that it fits.
  const delivery = { method: 'even', goal: { kind: 'impressions', total: 4_800 } };
  const terms = { positionIds: [first.positionId], startDate: at(nowMs), endDate: at(nowMs + 10 * dayMs), delivery };
  const claimed = await simulateWhole({ ...terms, targeting: { key: 'kw', values: ['red'] } });
  expect(claimed.fitting).toBeCloseTo(0.4, 1);
  expect(Math.abs((claimed.total.sharePercent ?? 0) - 20)).toBeLessThan(2);
  const loser = claimed.total.competitors.find(({ bookingId }) => bookingId === ids['targeted']);
  expect(loser?.reason).toBe('CLAIM_COMES_FIRST');
});

test('reports assumptions: creatives, caps, targeting without recorded values, and positions without requests', async () => {
  const targeting = {
    any: [
      { key: 'kw', values: ['red', 'Violet'] },
      { fact: 'country', values: ['be'] },
    ],
  };
  const seen = await simulate({ targeting, creatives: [], caps: [{ scope: 'hour', most: 1 }] });
  expect(seen.assumed).toEqual(['APPROVED', 'CREATIVES_FIT', 'CAPS_LEFT_OUT', 'TARGETING_NOT_RECORDED']);
  expect(seen.notRecorded).toEqual(['parameter kw violet', 'country be']);
  expect(seen.fitting).toBeCloseTo(0.4, 1);
  const { id } = await makeObject(management, 'inventory/position');
  const unknown = await simulate({ positionIds: [id] });
  expect(unknown).toMatchObject({
    assumed: ['APPROVED', 'NO_REQUESTS_RECORDED'],
    fitting: null,
    record: { from: null, to: null, requests: 0 },
    total: { sharePercent: 100, competitors: [], others: null },
  });
});

test('lets an advertiser simulate its own bookings and returns others as an unnamed sum', async () => {
  const { id: user } = await makeObject(management, 'users', { role: 'advertiser', email: 'a@forecast.example' });
  const own = await makeObject(management, 'campaigns');
  const mapping = { advertiserCompanyId: own['advertiserCompanyId'], brandId: (own['brandIds'] as number[])[0] };
  const body = { user: 'a@forecast.example', mappings: [mapping] };
  expect((await management.call('POST', '/user-mapping', { body })).status).toBeLessThan(300);
  const seen = await simulate({ campaignId: own.id, creatives: [] }, { user });
  expect(seen.total.competitors).toEqual([]);
  expect(Object.keys(seen.total.others ?? {}).sort()).toEqual(['sharePercent', 'sharePercentWith']);
  expect(JSON.stringify(seen)).not.toContain('Booking');
  const others = [bodyOf({}), { ...bodyOf({ campaignId: own.id, creatives: [] }), bookingId: ids['share'] }];
  for (const [index, foreign] of others.entries()) {
    const refused = await management.call('POST', '/shares/simulate', { body: foreign, user });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'reference_not_found' }] } });
    expect(refused.body.errors[0].pointer).toBe(index === 0 ? '/campaignId' : '/bookingId');
  }
});
