import { decide } from '../../src/core/decision/decide.ts';
import { drawSpace } from '../../src/core/decision/draw/random.ts';
import { createCapTable } from '../../src/core/pacing/cap-table.ts';
import { createDeliveryState, type DeliveryState } from '../../src/core/pacing/delivery-state.ts';
import { planClaims } from '../../src/core/pacing/plan-claims.ts';
import {
  createTrafficCurve,
  observeHour,
  predictRequests,
  type TrafficCurve,
} from '../../src/core/pacing/traffic-curve.ts';
import { buildSnapshot } from '../../src/core/snapshot/build-snapshot.ts';
import type { Snapshot, SnapshotBooking } from '../../src/core/snapshot/snapshot.ts';
import { dayMs, hourMs } from '../../src/core/time/durations.ts';
import type { BookingId } from '../../src/core/vocabulary/ids.ts';
import { savePastHours, saveTraffic } from '../../src/exchange/plan/traffic-store.ts';
import {
  forecastPackages,
  type PackageForecastResult,
} from '../../src/management/insight/package-forecast/forecast-packages.ts';
import type { ForecastPackage } from '../../src/management/insight/package-forecast/package-inventory.ts';
import { buildSnapshotRows } from '../../src/worker/publish/build-snapshot-rows.ts';
import { type Chance, chanceOf } from '../support/attacks/odd-streams.ts';
import { makeObject } from '../support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../support/server/test-management.ts';
import { kindsOfMonths, type MonthOfTraffic, monthDays, monthOf } from './months-of-traffic.ts';

/** Midnight (UTC) after the recorded days. */
const nowMs = Date.parse('2027-03-03T00:00:00Z');
const endMs = nowMs + monthDays * dayMs;
const hoursPerDay = 24;
const priority = 5;
/** Most requests of a month that are decided. Each stands for the same number of requests. */
const maxDecided = 12_000;
/** Hours between two plans of the goals. */
const planHours = 6;

/** A month that was forecast, and what the booking got. */
export type PackageMonth = {
  readonly kind: string;
  readonly deliveryType: 'guaranteed' | 'non_guaranteed';
  readonly forecast: PackageForecastResult;
  readonly delivered: number;
};

type Sold = {
  readonly kind: string;
  readonly chance: Chance;
  readonly package: ForecastPackage;
  readonly positions: readonly { readonly id: number; readonly slotName: string; readonly traffic: MonthOfTraffic }[];
  /** IDs of the bookings that compete with the one of the package. */
  readonly others: readonly number[];
};

type Common = {
  readonly management: TestManagement;
  readonly campaignId: number;
  readonly creativeId: number;
  readonly formatId: number;
  readonly publicationId: number;
  /** Settings of a template without inventory. */
  readonly template: ForecastPackage['settings'];
};

/**
 * Forecasts packages from recorded traffic in the database, sells each of them, and lets the engine decide the requests
 * of the next month. Competing bookings are drawn for each package.
 * @param months number of months of each kind of traffic
 */
export async function simulatePackageMonths(months: number): Promise<readonly PackageMonth[]> {
  const management = await startTestManagement({ nowMs: () => nowMs });
  try {
    const common = await openPublisher(management);
    const sold: Sold[] = [];
    for (const [kindIndex, kind] of Object.keys(kindsOfMonths).entries()) {
      for (let month = 0; month < months; month += 1) sold.push(await sell(common, kind, 1_000 * kindIndex + month));
    }
    const packages = sold.map((one) => one.package);
    const flight = { fromMs: nowMs, toMs: endMs };
    const forecasts = await forecastPackages(management.database, packages, { ...flight, nowMs, plan: null });
    const own: number[] = [];
    for (const one of sold) own.push(await book(common, one.positions, deliveryOf(one)));
    const snapshot = buildSnapshot(await buildSnapshotRows(management.database));
    const state = createDeliveryState(snapshot, createCapTable(16));
    return sold.map((one, index) => ({
      kind: one.kind,
      deliveryType: one.package.deliveryType,
      forecast: forecasts[index] as PackageForecastResult,
      delivered: deliver(one, own[index] as number, { snapshot, state }),
    }));
  } finally {
    await management.close();
  }
}

async function openPublisher(management: TestManagement): Promise<Common> {
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  const campaign = await makeObject(management, 'campaigns', companies);
  const { id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId });
  await management.call('POST', `/creatives/${creativeId}/actions/submit`);
  const { id: publicationId } = await makeObject(management, 'inventory/publication');
  const { settings } = await makeObject(management, 'booking-templates', { shared: true });
  const template = settings as ForecastPackage['settings'];
  return { management, campaignId: campaign.id, creativeId, formatId, publicationId, template };
}

/** Creates the positions of a package with their recorded traffic, and the bookings that are sold already. */
async function sell(common: Common, kind: string, seed: number): Promise<Sold> {
  const { management, formatId, publicationId, template } = common;
  const chance = chanceOf(Math.imul(seed + 7, 0x9e3779b1));
  const { id: locationId } = await makeObject(management, 'inventory/location', { publicationId });
  const positions: Sold['positions'][number][] = [];
  for (let index = 0; index < (chance() < 0.5 ? 1 : 2); index += 1) {
    const { id, slotName } = await makeObject(management, 'inventory/position', { formatId, locationId });
    const traffic = monthOf(kind, 2 * seed + index);
    const firstHour = nowMs / hourMs - traffic.recorded.length;
    const hours = [...traffic.recorded].map((requests, hour) => ({ positionId: id, hour: firstHour + hour, requests }));
    await savePastHours(management.database, hours, nowMs);
    const known = { curve: learned(traffic.recorded), hour: nowMs / hourMs, requests: 0, observedMs: 0 };
    await saveTraffic(management.database, new Map([[id, known]]));
    positions.push({ id, slotName: String(slotName), traffic });
  }
  const positionIds = positions.map(({ id }) => id);
  const settings = { ...template, positionIds, priority };
  const deliveryType = chance() < 0.5 ? 'guaranteed' : 'non_guaranteed';
  const others: number[] = [];
  for (let count = Math.floor(chance() * 4); count > 0; count -= 1) {
    others.push(await book(common, positions, competitor(chance, positions)));
  }
  return { kind, chance, package: { settings, deliveryType, price: null }, positions, others };
}

/** Returns a booking that is sold before the package. Goals have a higher priority, so that the engine keeps them. */
function competitor(chance: Chance, positions: Sold['positions']): Record<string, unknown> {
  const kind = chance();
  const middle = at(nowMs + Math.floor(chance() * monthDays) * dayMs);
  const usual = positions.reduce((sum, { traffic }) => sum + perDay(traffic.recorded), 0);
  if (kind < 0.2) return { priority, delivery: { method: 'share' }, endDate: null };
  if (kind < 0.35) return { priority: priority - 1, delivery: { method: 'share' }, endDate: middle };
  if (kind < 0.5) return { priority: priority + 1, delivery: { method: 'share' }, startDate: middle, endDate: null };
  if (kind < 0.75) {
    const percent = 5 * (1 + Math.floor(chance() * 5));
    return { delivery: { method: 'share_of_voice', percent }, endDate: chance() < 0.5 ? null : middle };
  }
  const total = Math.max(1, Math.round(usual * monthDays * (0.05 + 0.25 * chance())));
  return { priority: priority - 2, delivery: { method: 'even', goal: { kind: 'impressions', total } } };
}

/** Returns a purchase that takes all that it can get. */
function deliveryOf({ package: { deliveryType }, positions }: Sold): Record<string, unknown> {
  if (deliveryType === 'non_guaranteed') return { priority, delivery: { method: 'share' } };
  const requests = positions.reduce((sum, { traffic }) => sum + traffic.month.reduce((all, hour) => all + hour, 0), 0);
  return { priority, delivery: { method: 'even', goal: { kind: 'impressions', total: 3 * Math.round(requests) + 1 } } };
}

async function book(
  { management, campaignId, creativeId }: Common,
  positions: Sold['positions'],
  fields: Record<string, unknown>,
): Promise<number> {
  const { id } = await makeObject(management, 'bookings', {
    campaignId,
    creatives: [{ creativeId }],
    positionIds: positions.map((position) => position.id),
    startDate: at(nowMs - dayMs),
    endDate: at(endMs),
    ...fields,
  });
  const { status, body } = await management.call('POST', `/bookings/${id}/actions/submit`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return id;
}

type Engine = { readonly snapshot: Snapshot; readonly state: DeliveryState };

/** Lets the engine decide the requests of the month. Returns the slots that the booking of the package won. */
function deliver({ chance, positions, others }: Sold, ownId: number, { snapshot, state }: Engine): number {
  const requests = positions.reduce((sum, { traffic }) => sum + traffic.month.reduce((all, hour) => all + hour, 0), 0);
  const weight = Math.max(1, requests / maxDecided);
  const won = new Map([ownId, ...others].map((id) => [id, 0]));
  const bookings = [...won.keys()].map((id) => snapshot.bookingById.get(id as BookingId) as SnapshotBooking);
  const curves = new Map(positions.map(({ id, traffic }) => [id, learned(traffic.recorded)]));
  let due = 0;
  for (let hour = 0; hour < monthDays * hoursPerDay; hour += 1) {
    const hourStartMs = nowMs + hour * hourMs;
    if (hour % planHours === 0) plan(bookings, won, curves, { state, atMs: hourStartMs });
    for (const { id, slotName, traffic } of positions) {
      const came = traffic.month[hour] as number;
      observeHour(curves.get(id) as TrafficCurve, hourStartMs / hourMs, came);
      due += came / weight;
      for (; due >= 1; due -= 1) {
        const request = { slots: [{ slotName, parameters: none }], parameters: none };
        const seed = [Math.floor(chance() * 2 ** 32), Math.floor(chance() * 2 ** 32)] as const;
        const atMs = hourStartMs + Math.floor(chance() * hourMs);
        const { winners } = decide(snapshot, request, { nowMs: atMs, seed, explain: false, state });
        const winner = winners[0]?.ad.booking.id;
        if (winner !== undefined) won.set(winner, (won.get(winner) ?? 0) + weight);
      }
    }
  }
  return Math.round(won.get(ownId) ?? 0);
}

const none = new Map<string, readonly string[]>();

/** Plans the goals of a package as the pacing does. */
function plan(
  bookings: readonly SnapshotBooking[],
  won: ReadonlyMap<number, number>,
  curves: ReadonlyMap<number, TrafficCurve>,
  { state, atMs }: { readonly state: DeliveryState; readonly atMs: number },
): void {
  const goals = bookings.flatMap(({ row }) => {
    const { id, delivery, endMs: end } = row;
    if (delivery.method !== 'even' || delivery.goal === undefined || end === null || end <= atMs) return [];
    const slotsNeeded = delivery.goal.total - (won.get(id) ?? 0);
    const expected = [...curves].map(([positionId, curve]) => {
      return { positionId, requests: predictRequests(curve, atMs, end) };
    });
    return [
      { bookingId: id, method: 'even' as const, priority: row.priority, endMs: end, slotsNeeded, positions: expected },
    ];
  });
  const claims = new Map(
    planClaims(goals.filter(({ slotsNeeded }) => slotsNeeded > 0)).map(({ bookingId, part }) => [bookingId, part]),
  );
  for (const { row, bookingIndex } of bookings) {
    if (row.delivery.method !== 'even') continue;
    state.acceptance[bookingIndex] = Math.floor((claims.get(row.id) ?? 0) * drawSpace);
    state.stopped[bookingIndex] = claims.has(row.id) ? 0 : 1;
  }
}

function learned(recorded: Float64Array): TrafficCurve {
  const curve = createTrafficCurve();
  const firstHour = nowMs / hourMs - recorded.length;
  for (const [hour, requests] of recorded.entries()) observeHour(curve, firstHour + hour, requests);
  return curve;
}

function perDay(hours: Float64Array): number {
  return (hours.reduce((sum, hour) => sum + hour, 0) / hours.length) * hoursPerDay;
}

function at(ms: number): string {
  return new Date(ms).toISOString();
}
