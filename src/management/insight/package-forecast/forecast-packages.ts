/*
 * Forecasts of product packages: the impressions that a booking of a package would get.
 *
 * - `forecast-packages.ts`: forecasts of several packages. `kept-forecasts.ts`: forecasts that were computed a short time ago.
 * - `package-inventory.ts`: positions. `package-shares.ts`: shares next to other bookings.
 *   `daily-requests-of-packages.ts`: recorded requests.
 * - `package-forecast-routes.ts`: the route.
 *
 * See docs/decisions/0251-package-forecasts.md.
 */

import type { Kysely } from 'kysely';
import type { ForecastGap } from '../../../contract/selling/package-forecast.ts';
import {
  type DailyRequests,
  type ForecastPeriod,
  forecastPeriod,
  leastForecastDays,
  type PeriodForecast,
} from '../../../core/pacing/period-forecast.ts';
import type { Targeting } from '../../../core/targeting/targeting.ts';
import { screenFactNames } from '../../../core/targeting/value-facts.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { createForecast } from '../../../exchange/plan/forecast.ts';
import type { LatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { createLearnedRates } from '../../../exchange/plan/learned-rates.ts';
import { loadTraffic } from '../../../exchange/plan/traffic-store.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type PositionWeights, readDailyRequestsOfPackages } from './daily-requests-of-packages.ts';
import { type ForecastPackage, type PackagePosition, readPackageInventory } from './package-inventory.ts';
import { type Flight, sharesOfPackages } from './package-shares.ts';

/** Forecast of a package, or the reason why there is none. */
export type PackageForecastResult = {
  readonly positionCount: number;
  /** Number of days with recorded requests. */
  readonly recordedDays: number;
  /** null: there is a forecast. */
  readonly gap: ForecastGap | null;
  /** null: there is no forecast. */
  readonly impressions: PeriodForecast | null;
  /** Part of the requests that a booking would win, 0 to 1. */
  readonly share: number;
};

export type ForecastOptions = Flight & { readonly nowMs: number; readonly plan: LatestPlan | null };

/** Forecasts the impressions that a booking of each package would get in a flight, without a limit by its budget. */
export async function forecastPackages(
  database: Kysely<Database>,
  packages: readonly ForecastPackage[],
  { fromMs, toMs, nowMs, plan }: ForecastOptions,
): Promise<readonly PackageForecastResult[]> {
  const inventory = await readPackageInventory(database, packages);
  const all = packages.map((sold, index) => {
    const positions = inventory[index] ?? [];
    return { sold, positions, gap: gapOf(sold, positions) };
  });
  // Packages without a forecast need no shares.
  const forecast = all.filter(({ gap }) => gap === null);
  const shares = await sharesOfPackages(database, forecast, { fromMs, toMs, nowMs });
  const scheduled = await scheduledParts(database, forecast, { fromMs, toMs, nowMs });
  const weights = forecast.map(({ sold, positions }, index): PositionWeights => {
    const kept = 1 - sold.settings.holdoutPercent / 100;
    return new Map(
      positions.map(({ positionId }) => {
        const share = shares[index]?.get(positionId) ?? 0;
        return [positionId, share * kept * (scheduled[index]?.get(positionId) ?? 1)];
      }),
    );
  });
  const traffic = await readDailyRequestsOfPackages(database, weights, nowMs);
  const period = { fromDay: fromMs / dayMs, toDay: toMs / dayMs, impressionsPerWin: impressionsPerWin(plan) };
  const results = new Map<unknown, PackageForecastResult>(
    forecast.map((one, index) => {
      const result = resultOf(traffic[index] ?? null, period);
      const share = shareOf(one.positions, weights[index] ?? new Map());
      return [one, { ...result, share, positionCount: one.positions.length }];
    }),
  );
  return all.map((one): PackageForecastResult => {
    const without = { recordedDays: 0, gap: one.gap, impressions: null, share: 0 };
    return results.get(one) ?? { ...without, positionCount: one.positions.length };
  });
}

function resultOf(
  daily: DailyRequests | null,
  period: ForecastPeriod & { readonly impressionsPerWin: number },
): Pick<PackageForecastResult, 'recordedDays' | 'gap' | 'impressions'> {
  const recordedDays = daily === null ? 0 : daily.requests.filter((count) => !Number.isNaN(count)).length;
  const wins = daily === null ? null : forecastPeriod(daily, period);
  if (wins !== null) return { recordedDays, gap: null, impressions: scaled(wins, period.impressionsPerWin) };
  return {
    recordedDays,
    gap: recordedDays < leastForecastDays ? 'TOO_FEW_DAYS' : 'NO_AVAILABILITY',
    impressions: null,
  };
}

/** Returns what the forecast of a package cannot include. */
function gapOf({ settings }: ForecastPackage, positions: readonly PackagePosition[]): ForecastGap | null {
  if (positions.length === 0) return 'NO_POSITIONS';
  if (settings.loop !== null || positions.some(({ hasLoop }) => hasLoop)) return 'LOOP';
  if (dependsOnRequest(settings.targeting)) return 'TARGETING';
  return settings.caps.length > 0 ? 'CAPS' : null;
}

/** Whether targeting has a condition other than on the screen. */
function dependsOnRequest(tree: Targeting | null): boolean {
  if (tree === null) return false;
  if ('all' in tree) return tree.all.some(dependsOnRequest);
  if ('any' in tree) return tree.any.some(dependsOnRequest);
  if ('not' in tree) return dependsOnRequest(tree.not);
  return !('fact' in tree && (screenFactNames as readonly string[]).includes(tree.fact));
}

/** Returns the part of the requests of each position on the days and in the dayparts of a package, 0 to 1. */
async function scheduledParts(
  database: Kysely<Database>,
  packages: readonly { readonly sold: ForecastPackage; readonly positions: readonly PackagePosition[] }[],
  { fromMs, toMs, nowMs }: Flight & { readonly nowMs: number },
): Promise<readonly (ReadonlyMap<number, number> | null)[]> {
  const isScheduled = ({ settings: { activeDays, dayParts } }: ForecastPackage) =>
    activeDays.length > 0 || dayParts.length > 0;
  const ids = packages.flatMap(({ sold, positions }) =>
    isScheduled(sold) ? positions.map(({ positionId }) => positionId) : [],
  );
  if (ids.length === 0) return packages.map(() => null);
  const forecast = createForecast(await loadTraffic(database, [...new Set(ids)]), nowMs);
  return packages.map(({ sold, positions }) => {
    if (!isScheduled(sold)) return null;
    const { activeDays, dayParts } = sold.settings;
    return new Map(
      positions.map(({ positionId, timeZone }) => {
        const span = { positionId, timeZone, fromMs, toMs };
        const whole = forecast({ ...span, schedule: { activeDays: [], dayParts: [] } });
        return [positionId, whole === 0 ? 0 : forecast({ ...span, schedule: { activeDays, dayParts } }) / whole];
      }),
    );
  });
}

/** Returns the mean impressions per won slot of the planned bookings. */
function impressionsPerWin(plan: LatestPlan | null): number {
  const known = [...(plan?.bookings.values() ?? [])].filter(({ counter }) => counter === 'impressions');
  if (known.length === 0) return createLearnedRates(null).of(0, 'impressions').brings;
  return known.reduce((sum, { brings }) => sum + brings, 0) / known.length;
}

function scaled({ expected, low, high }: PeriodForecast, factor: number): PeriodForecast {
  return {
    expected: Math.round(expected * factor),
    low: Math.floor(low * factor),
    high: Math.ceil(high * factor),
  };
}

function shareOf(positions: readonly PackagePosition[], weights: PositionWeights): number {
  const requests = positions.reduce((sum, one) => sum + one.requestsPerDay, 0);
  const won = positions.reduce((sum, one) => sum + one.requestsPerDay * (weights.get(one.positionId) ?? 0), 0);
  return requests === 0 ? 0 : won / requests;
}
