import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import {
  type BackTest,
  backTest,
  type ForecastSpread,
  type HourlyRequests,
  recordOf,
  spreadOf,
} from '../../../core/pacing/back-test.ts';
import { createDailyCurve, expectedDays, observeRecorded } from '../../../core/pacing/daily-curve.ts';
import { hourMs } from '../../../core/time/durations.ts';
import { createForecast, type WeeklySchedule } from '../../../exchange/plan/forecast.ts';
import type { PositionTraffic } from '../../../exchange/plan/traffic.ts';
import { loadTraffic, readPastHours } from '../../../exchange/plan/traffic-store.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Positions processed before yielding to the event loop. */
const positionsPerTurn = 10;
const hoursPerDay = 24;
/** Minimum number of recorded days. With fewer, the curve of the pacing is more accurate. */
const leastDays = 2;
/** Longest horizon in days. Errors of longer forecasts are too few for an estimate. */
const longestHorizonDays = 7;
/** A horizon is at most this fraction of the recorded period. */
const partOfRecord = 4;

export type WeightedPosition = {
  readonly positionId: number;
  readonly timeZone: string;
  /** Fraction of its requests that counts, 0 to 1. */
  readonly share: number;
};

export type ExpectedTraffic = {
  /** By position. */
  readonly positions: ReadonlyMap<number, { readonly requests: number; readonly error: PastError }>;
  /** Expected error of the weighted sum. null if too little is recorded. */
  readonly spread: ForecastSpread | null;
  readonly horizonDays: number;
  readonly backTests: number;
};

export type PastError = {
  readonly days: number;
  readonly backTests: number;
  readonly meanErrorPercent: number | null;
  readonly heldPercent: number | null;
};

export type Span = {
  readonly schedule: WeeklySchedule;
  readonly fromMs: number;
  readonly toMs: number;
  readonly nowMs: number;
};

/**
 * Returns the expected requests of positions in a future period, and the error of past forecasts: each recorded day is
 * forecast only from the days before it. Source: docs/decisions/0096-forecasts.md.
 */
export async function expectTraffic(
  database: Kysely<Database>,
  weighted: readonly WeightedPosition[],
  { schedule, fromMs, toMs, nowMs }: Span,
): Promise<ExpectedTraffic> {
  const ids = weighted.map(({ positionId }) => positionId);
  const past = await readPastHours(database, ids, nowMs);
  const traffic = new Map(await loadTraffic(database, ids));
  const errors = new Map<number, PastError>();
  for (const [index, id] of ids.entries()) {
    if (index % positionsPerTurn === positionsPerTurn - 1) await nextTurn();
    const recorded = past.get(id) ?? null;
    errors.set(id, pastErrorOf(recorded));
    if (recorded !== null && daysOf(recorded) >= leastDays) traffic.set(id, learnedFrom(recorded));
  }
  const forecast = createForecast(traffic, nowMs);
  const lifeDays = Math.max(1, Math.ceil((toMs - fromMs) / (hoursPerDay * hourMs)));
  const sum = sumOf(weighted, past);
  const recordedDays = sum === null ? 0 : daysOf(sum);
  const most = Math.max(1, Math.floor(recordedDays / partOfRecord));
  const horizonDays = Math.min(lifeDays, longestHorizonDays, most);
  const tests = sum === null ? [] : backTest(sum, horizonDays);
  const positions = weighted.map(({ positionId, timeZone }) => {
    const requests = forecast({ positionId, timeZone, schedule, fromMs, toMs });
    return [positionId, { requests, error: errors.get(positionId) as PastError }] as const;
  });
  const spread = spreadOf(
    tests.map(({ error }) => error),
    horizonDays,
  );
  return { positions: new Map(positions), spread, horizonDays, backTests: tests.length };
}

function daysOf({ requests }: HourlyRequests): number {
  return Math.floor(requests.length / hoursPerDay);
}

function learnedFrom({ firstHour, requests }: HourlyRequests): PositionTraffic {
  const curve = createDailyCurve();
  for (const [hour, came] of requests.entries()) observeRecorded(curve, firstHour + hour, came);
  return { curve: { hours: expectedDays(curve), level: 1 }, hour: 0, requests: 0, observedMs: 0 };
}

function pastErrorOf(recorded: HourlyRequests | null): PastError {
  const tests: readonly BackTest[] = recorded === null ? [] : backTest(recorded, 1);
  const { backTests, meanError, held } = recordOf(tests, 1);
  return {
    days: recorded === null ? 0 : daysOf(recorded),
    backTests,
    meanErrorPercent: percentOf(meanError),
    heldPercent: percentOf(held),
  };
}

/** Returns a percentage with one decimal. */
function percentOf(part: number | null): number | null {
  return part === null ? null : Math.round(part * 1_000) / 10;
}

/**
 * Returns the weighted hourly sum of all positions from the time when all are recorded. null if nothing is recorded.
 */
function sumOf(
  weighted: readonly WeightedPosition[],
  past: ReadonlyMap<number, HourlyRequests>,
): HourlyRequests | null {
  const counted = weighted.flatMap(({ positionId, share }) => {
    const recorded = past.get(positionId);
    return recorded === undefined || share === 0 ? [] : [{ share, recorded }];
  });
  if (counted.length === 0) return null;
  const firstHour = Math.max(...counted.map(({ recorded }) => recorded.firstHour));
  const endHour = Math.max(...counted.map(({ recorded }) => recorded.firstHour + recorded.requests.length));
  const requests = new Float64Array(Math.max(0, endHour - firstHour));
  for (const { share, recorded } of counted) {
    const before = firstHour - recorded.firstHour;
    for (let hour = 0; hour < requests.length; hour += 1) {
      requests[hour] = (requests[hour] as number) + share * (recorded.requests[before + hour] as number);
    }
  }
  return { firstHour, requests };
}
