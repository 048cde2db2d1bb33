import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { decide } from '../../../core/decision/decide.ts';
import { createDeliveryState } from '../../../core/pacing/delivery-state.ts';
import type { PlannedRotation } from '../../../core/rotation/planned-rotation.ts';
import { buildSnapshot } from '../../../core/snapshot/build-snapshot.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { rotationsOf } from '../../../exchange/plan/plan-file.ts';
import { buildSnapshotRows } from '../../publish/build-snapshot-rows.ts';
import { createRotationPlanner } from './rotation-planner.ts';

const startMs = Date.parse('2027-03-03T06:00:00Z');
const minuteMs = 60_000;
const anyVersion = { headers: { 'if-match': '*' } };

let management: TestManagement;
let objects: {
  readonly campaignId: number;
  readonly positionId: number;
  readonly slotName: string;
  readonly creativeIds: readonly number[];
  readonly otherFormat: number;
};

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => startMs });
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brandId } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const { id: otherFormatId } = await makeObject(management, 'inventory/format');
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner };
  const campaign = await makeObject(management, 'campaigns', { ...companies, brandIds: [brandId] });
  const position = await makeObject(management, 'inventory/position', { formatId });
  const creative = async (format: number) => {
    const { id } = await makeObject(management, 'creatives', { brandId, formatId: format });
    return id;
  };
  objects = {
    campaignId: campaign.id,
    positionId: position.id,
    slotName: String(position['slotName']),
    creativeIds: [await creative(formatId), await creative(formatId), await creative(formatId)],
    otherFormat: await creative(otherFormatId),
  };
});
afterAll(() => management?.close());

async function book(rotation: string, creativeIds: readonly number[], priority = 5): Promise<number> {
  const { id } = await makeObject(management, 'bookings', {
    campaignId: objects.campaignId,
    positionIds: [objects.positionId],
    creatives: creativeIds.map((creativeId) => ({ creativeId })),
    startDate: new Date(startMs - dayMs).toISOString(),
    rotation,
    priority,
  });
  expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
  return id;
}

type Counted = { readonly impressions: number; readonly viewables?: number; readonly clicks?: number };

async function count(bookingId: number, creativeId: number, counted: Counted, atMs = startMs): Promise<void> {
  const { impressions, viewables = 0, clicks = 0 } = counted;
  const at = new Date(atMs);
  await sql`insert into delivery_hour
      (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
    values (${at}, ${at.toISOString().slice(0, 10)}, ${bookingId}, ${creativeId}, ${objects.positionId},
      ${impressions}, ${viewables}, ${clicks})`.execute(management.database);
}

/** Returns the weights by the creatives of a booking, in their order. */
async function weightsOf(rotation: PlannedRotation | undefined, bookingId: number): Promise<readonly number[]> {
  const { body } = await management.call('GET', `/bookings/${bookingId}`);
  const ads = body.creatives as readonly { readonly adId: number; readonly creativeId: number }[];
  return objects.creativeIds.map((creativeId) => {
    const ad = ads.find((one) => one.creativeId === creativeId);
    return rotation?.weights.get(ad?.adId ?? 0) ?? 0;
  });
}

test('the weights of a booking follow its counted clicks or views, once a minute and with the number of the plan', async () => {
  const [first = 0, second = 0, third = 0] = objects.creativeIds;
  const clicks = await book('optimized_for_clicks', [...objects.creativeIds, objects.otherFormat]);
  const views = await book('optimized_for_views', [first, second]);
  const weighted = await book('weighted', [first, second]);
  await book('optimized_for_clicks', [first, objects.otherFormat]);
  const planner = createRotationPlanner(management.database);
  const next = async (planNumber: number, afterMs: number, revision = 1) => {
    const rotations = await planner.next({ planNumber, revision, nowMs: startMs + afterMs });
    return new Map(rotations.map((rotation) => [rotation.bookingId, rotation]));
  };

  const empty = await next(1, 0);
  // A booking with one creative for each format needs no weights, nor does one with weighted rotation.
  expect([...empty.keys()]).toEqual([clicks, views]);
  expect(empty.has(weighted)).toBe(false);
  expect(await weightsOf(empty.get(clicks), clicks)).toEqual([3_333, 3_333, 3_333]);
  expect(empty.get(clicks)?.weights.size).toBe(3);

  await count(clicks, first, { impressions: 20_000, clicks: 40, viewables: 10_000 });
  await count(clicks, second, { impressions: 20_000, clicks: 80, viewables: 2_000 });
  await count(clicks, third, { impressions: 20_000, clicks: 41, viewables: 10_000 });
  // More than 30 days ago.
  await count(clicks, third, { impressions: 20_000, clicks: 9_000 }, startMs - 40 * dayMs);
  await count(views, first, { impressions: 20_000, clicks: 40, viewables: 10_000 });
  await count(views, second, { impressions: 20_000, clicks: 80, viewables: 2_000 });
  expect(await next(2, minuteMs / 2)).toEqual(empty);
  const learned = await next(3, minuteMs);
  expect(learned.get(clicks)?.planNumber).toBe(3);
  const [worse = 0, best = 0, other = 0] = await weightsOf(learned.get(clicks), clicks);
  expect(best).toBeGreaterThan(9_000);
  expect([worse, other].every((weight) => weight >= 160 && weight < 1_000)).toBe(true);
  expect(await weightsOf(learned.get(views), views)).toEqual([9_750, 250, 0]);
  // No new events: the weights keep their plan.
  expect(await next(90, 2 * minuteMs)).toEqual(learned);

  // A restarted planner with the same plan number computes the same weights.
  const again = await createRotationPlanner(management.database).next({ planNumber: 3, revision: 1, nowMs: startMs });
  expect(again).toEqual([...learned.values()]);

  expect(
    await management.call('PATCH', `/bookings/${clicks}`, { body: { rotation: 'weighted' }, ...anyVersion }),
  ).toMatchObject({
    status: 200,
    body: { rotation: 'weighted' },
  });
  expect([...(await next(91, 2 * minuteMs + 1_000, 2)).keys()]).toEqual([views]);
  expect(
    await management.call('PATCH', `/bookings/${views}`, { body: { rotation: 'fast' }, ...anyVersion }),
  ).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/rotation' }] },
  });
});

test('decisions use the weights of the plan', async () => {
  const bookingId = await book('optimized_for_clicks', objects.creativeIds.slice(0, 2), 0);
  const [first = 0, second = 0] = objects.creativeIds;
  await count(bookingId, first, { impressions: 50_000, clicks: 50 });
  await count(bookingId, second, { impressions: 50_000, clicks: 500 });
  const snapshot = buildSnapshot(await buildSnapshotRows(management.database));
  const state = createDeliveryState(snapshot);
  const planner = createRotationPlanner(management.database);
  const rotations = await planner.next({ planNumber: 12, revision: 1, nowMs: startMs });
  state.rotations = rotationsOf({ number: 12, plannedAtMs: startMs, processes: [], bookings: [], rotations });
  const request = { slots: [{ slotName: objects.slotName, parameters: new Map() }], parameters: new Map() };
  let [wins, best] = [0, 0];
  for (let n = 0; n < 8_000; n += 1) {
    const decision = decide(snapshot, request, { nowMs: startMs, seed: [n, 5], state, explain: n < 20 });
    const ad = decision.winners[0]?.ad;
    if (ad?.booking.id !== bookingId) continue;
    wins += 1;
    if (ad.creative.id === second) best += 1;
    const rotation = decision.traces[0]?.rotation;
    if (n < 20) expect(rotation).toMatchObject({ planNumber: 12, ads: [{ weight: 250 }, { weight: 9_750 }] });
  }
  expect(wins).toBeGreaterThan(5_000);
  expect(best / wins).toBeGreaterThan(0.96);
  expect(best / wins).toBeLessThan(0.99);
});
