import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chanceOf } from '../../../../test/support/attacks/odd-streams.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import type { Forecast } from '../../../contract/booking/forecast.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import type { Traffic } from '../../../exchange/plan/traffic.ts';
import { loadTraffic, readPastHours, savePastHours, saveTraffic } from '../../../exchange/plan/traffic-store.ts';

/** A Wednesday. */
const nowMs = Date.parse('2027-03-03T00:00:00Z');
const today = nowMs / dayMs;
const at = (ms: number) => new Date(ms).toISOString();
/** Requests per hour, varied by a fifth. */
const perHour = 1_000;
const recordedDays = 35;

let management: TestManagement;
let positionIds: number[];
let campaign: { id: number; [name: string]: unknown };
let creativeId: number;
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  campaign = await makeObject(management, 'campaigns', companies);
  ({ id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId }));
  await management.call('POST', `/creatives/${creativeId}/actions/submit`);
  const { id: locationId } = await makeObject(management, 'inventory/location');
  positionIds = [];
  for (let index = 0; index < 2; index += 1) {
    positionIds.push((await makeObject(management, 'inventory/position', { formatId, locationId })).id);
  }
  const chance = chanceOf(5);
  const hours = Array.from({ length: recordedDays * 24 }, (_, hour) => ({
    positionId: positionIds[0] as number,
    hour: (today - recordedDays) * 24 + hour,
    requests: Math.round(perHour * (0.8 + 0.4 * chance())),
  }));
  await savePastHours(management.database, hours, nowMs);
});
afterAll(() => management?.close());

const bodyOf = (fields: Record<string, unknown>) => ({
  name: 'Draft',
  type: 'display',
  campaignId: campaign.id,
  positionIds: positionIds.slice(0, 1),
  creatives: [{ creativeId }],
  startDate: at(nowMs),
  endDate: at(nowMs + 7 * dayMs),
  ...fields,
});

async function book(fields: Record<string, unknown>): Promise<number> {
  const { id } = await makeObject(management, 'bookings', bodyOf(fields));
  expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
  return id;
}

async function forecast(body: Record<string, unknown>): Promise<Forecast> {
  const answer = await management.call('POST', '/forecasts', { body });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
}

test('forecasts a draft to its end with an interval, and lists the past error of each position', async () => {
  const seen = await forecast({ draft: bodyOf({}) });
  const week = 7 * 24 * perHour;
  expect(seen).toMatchObject({
    bookingId: null,
    from: at(nowMs),
    to: at(nowMs + 7 * dayMs),
    counter: 'impressions',
    delivered: 0,
    goal: null,
    sharePercent: 100,
    wonPercent: 100,
    replayed: { slots: 0, eligible: 0, refused: {} },
    horizonDays: 7,
    assumed: ['APPROVED', 'NO_REQUESTS_RECORDED'],
    record: { requests: 0, from: null, complete: false, hosts: { read: 0, known: 1 } },
  });
  expect(Math.abs(seen.expected / week - 1)).toBeLessThan(0.05);
  expect(seen.low).toBeLessThan(seen.expected);
  expect(seen.low).toBeGreaterThan(0.8 * week);
  expect(seen.high).toBeGreaterThan(seen.expected);
  expect(seen.requests.expected).toBe(seen.expected);
  const [testPosition] = seen.positions;
  expect(testPosition?.error).toMatchObject({ days: recordedDays, backTests: recordedDays - 7 });
  expect(testPosition?.error.meanErrorPercent).toBeLessThan(10);
  expect(testPosition?.error.heldPercent).toBeGreaterThan(80);

  const half = await forecast({ draft: bodyOf({ dayParts: [{ days: [], fromMinute: 0, toMinute: 720 }] }) });
  expect(Math.abs(half.expected / seen.expected - 0.5)).toBeLessThan(0.03);
});

test('forecasts a saved booking together with running ones, limited by its goal', async () => {
  const first = await book({ priority: 5 });
  const second = await book({ priority: 5 });
  const seen = await forecast({ bookingId: second });
  expect(seen).toMatchObject({ bookingId: second, sharePercent: 50, assumed: ['NO_REQUESTS_RECORDED'] });
  expect(Math.abs(seen.expected / (84 * perHour) - 1)).toBeLessThan(0.05);
  // With the next higher priority it gets four fifths.
  const raised = await forecast({ draft: { ...bodyOf({ priority: 4 }), bookingId: second } });
  expect(raised).toMatchObject({ bookingId: second, sharePercent: 80, assumed: ['NO_REQUESTS_RECORDED'] });

  const goal = { kind: 'impressions', total: 20_000 };
  const even = await forecast({ draft: bodyOf({ delivery: { method: 'even', goal } }) });
  expect(even).toMatchObject({ goal: 20_000, expected: 20_000, low: 20_000, high: 20_000 });
  // Of all requests it wins those of its goal.
  expect(even.wonPercent).toBeLessThan(even.sharePercent);
  expect(Math.abs(even.wonPercent / ((100 * 20_000) / even.requests.expected) - 1)).toBeLessThan(0.15);
  const tooMuch = await forecast({
    draft: bodyOf({ delivery: { method: 'even', goal: { ...goal, total: 10 ** 6 } } }),
  });
  expect(tooMuch.expected).toBeLessThan(200_000);
  expect(tooMuch.sharePercent).toBe(100);

  await sql`insert into booking_total (booking_id, impressions) values (${first}, 15000)`.execute(management.database);
  const left = await forecast({
    draft: { ...bodyOf({ delivery: { method: 'share', goal } }), bookingId: first },
  });
  expect(left).toMatchObject({ delivered: 15_000, goal: 20_000, expected: 5_000, high: 5_000 });
});

/** Stores the traffic that pacing has learned of a position: `perHour` requests in each hour. */
function learnTraffic(positionId: number): Promise<void> {
  const curve = { hours: new Float64Array(168).fill(perHour), level: 1 };
  const traffic: Traffic = new Map([[positionId, { curve, hour: nowMs / hourMs, requests: 0, observedMs: 0 }]]);
  return saveTraffic(management.database, traffic);
}

test('held bookings take requests in previews and forecasts, also without creatives, until they are released', async () => {
  const positionId = positionIds[0] as number;
  await learnTraffic(positionId);
  const days = { startDate: at(nowMs + 30 * dayMs), endDate: at(nowMs + 37 * dayMs) };
  const draft = bodyOf({ ...days, priority: 0 });
  const preview = async () => {
    const body = { positionIds: [positionId], ...days, priority: 0 };
    const answer = await management.call('POST', '/shares/preview', { body });
    return answer.body.total;
  };
  const alone = await preview();
  const goal = { kind: 'impressions', total: 84_000 };
  const held = await makeObject(management, 'bookings', {
    ...bodyOf({ ...days, creatives: [], delivery: { method: 'even', goal } }),
  });
  const body = { heldUntil: at(nowMs + dayMs) };
  expect((await management.call('POST', `/bookings/${held.id}/actions/hold`, { body })).status).toBe(200);
  const reserved = await preview();
  const named = reserved.competitors.find(({ bookingId }: { bookingId: number }) => bookingId === held.id);
  expect(named).toMatchObject({ held: true, runsThen: true });
  expect(Math.abs(named.sharePercent / 50 - 1)).toBeLessThan(0.1);
  expect(Math.abs(reserved.sharePercent / alone.sharePercent - 0.5)).toBeLessThan(0.1);
  const [withHeld, whole] = [await forecast({ draft }), alone.sharePercent];
  expect(Math.abs(withHeld.sharePercent / whole - 0.5)).toBeLessThan(0.1);
  // The forecast of the held booking itself does not compete with its own reservation.
  expect((await forecast({ bookingId: held.id })).assumed).toContain('APPROVED');
  expect((await management.call('POST', `/bookings/${held.id}/actions/release`)).status).toBe(200);
  expect(await preview()).toEqual(alone);
});

test('returns no interval when too little is recorded, and requires either a booking or a draft', async () => {
  const seen = await forecast({ draft: bodyOf({ positionIds: positionIds.slice(1) }) });
  expect(seen).toMatchObject({ expected: 0, low: null, high: null, backTests: 0 });
  expect(seen.positions[0]?.error).toEqual({ days: 0, backTests: 0, meanErrorPercent: null, heldPercent: null });
  for (const body of [{}, { bookingId: 1, draft: bodyOf({}) }]) {
    const refused = await management.call('POST', '/forecasts', { body });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/bookingId' }] } });
  }
  const foreign = await makeObject(management, 'bookings');
  const email = 'a@forecasts.example';
  const { id: user } = await makeObject(management, 'users', { role: 'advertiser', email });
  const mappings = [
    { advertiserCompanyId: campaign['advertiserCompanyId'], brandId: (campaign['brandIds'] as number[])[0] },
  ];
  await management.call('POST', '/user-mapping', { body: { user: email, mappings } });
  const ask = (bookingId: number) => management.call('POST', '/forecasts', { body: { bookingId }, user });
  expect(await ask(foreign.id)).toMatchObject({ status: 400, body: { errors: [{ code: 'reference_not_found' }] } });
  expect(await ask(10 ** 9)).toMatchObject({ status: 400, body: { errors: [{ code: 'reference_not_found' }] } });
});

test('stores completed hours next to those of the same weekday, for 6 weeks', async () => {
  const positionId = positionIds[1] as number;
  const save = (hour: number, requests: number) =>
    savePastHours(management.database, [{ positionId, hour, requests }], nowMs);
  const yesterday = (today - 1) * 24;
  await save(yesterday + 3, 30);
  await save(yesterday + 4, 40.5);
  await save(yesterday + 3, 31);
  await save((today - 50) * 24, 1);
  const kept = (await readPastHours(management.database, [positionId], nowMs)).get(positionId);
  expect(kept?.firstHour).toBe(yesterday);
  expect([...(kept?.requests ?? [])].map((requests) => (Number.isNaN(requests) ? null : requests))).toEqual(
    Array.from({ length: 24 }, (_, hour) => ({ 3: 31, 4: 40.5 })[hour] ?? null),
  );
  expect((await loadTraffic(management.database, [positionId])).size).toBe(0);
});
