import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { limitConcurrency } from '../../../platform/process/limit-concurrency.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { forecastPackages, type PackageForecastResult } from './forecast-packages.ts';
import type { ForecastPackage } from './package-inventory.ts';
import type { Flight } from './package-shares.ts';

/** Time for which a forecast is kept. Traffic is added once a day, and bookings change. */
const keptMs = 10 * 60_000;
/** Most forecasts that are kept, with 400 bytes each. */
const maxKept = 2_000;
/** Most packages that are forecast together. */
const packagesAtOnce = 100;

/** A forecast with the time until which it is kept. */
export type KeptForecast = {
  readonly result: PackageForecastResult;
  readonly computedAtMs: number;
  readonly validUntilMs: number;
};

export type PackageForecasts = {
  /**
   * Returns the forecasts of packages in a flight. null for those that are not finished after the time limit. They are
   * finished later and kept. Without a limit, a failure is thrown.
   */
  read(
    packages: readonly ForecastPackage[],
    flight: Flight,
    limitMs?: number,
  ): Promise<readonly (KeptForecast | null)[]>;
};

const opened = new WeakMap<ManagementServices, PackageForecasts>();

/** Returns the forecasts of a management application. All its routes and agents share them. */
export function packageForecasts(services: ManagementServices): PackageForecasts {
  const known = opened.get(services);
  if (known !== undefined) return known;
  const forecasts = createPackageForecasts(services);
  opened.set(services, forecasts);
  return forecasts;
}

function createPackageForecasts({ database, config, log, nowMs = Date.now }: ManagementServices): PackageForecasts {
  const readPlan = openLatestPlan(config.dataFolder);
  const inTurn = limitConcurrency(1);
  const kept = new Map<string, KeptForecast>();
  const running = new Map<string, Promise<unknown>>();

  function find(key: string): KeptForecast | null {
    const found = kept.get(key);
    return found !== undefined && nowMs() < found.validUntilMs ? found : null;
  }

  async function compute(missing: readonly (readonly [string, ForecastPackage])[], flight: Flight): Promise<void> {
    const computedAtMs = nowMs();
    const options = { ...flight, nowMs: computedAtMs, plan: await readPlan() };
    const packages = missing.map(([, sold]) => sold);
    const results = await forecastPackages(database, packages, options);
    for (const [index, [key]] of missing.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      kept.delete(key);
      kept.set(key, { result, computedAtMs, validUntilMs: computedAtMs + keptMs });
    }
    for (const key of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(key);
    }
  }

  /** Starts the computation of forecasts that neither are kept nor run. */
  function start(wanted: ReadonlyMap<string, ForecastPackage>, flight: Flight): void {
    const missing = [...wanted].filter(([key]) => find(key) === null && !running.has(key));
    for (let first = 0; first < missing.length; first += packagesAtOnce) {
      const part = missing.slice(first, first + packagesAtOnce);
      const work = inTurn(() => compute(part, flight)).finally(() => {
        for (const [key] of part) running.delete(key);
      });
      // A caller that waits without a limit gets the error, others do not wait for it.
      work.catch((error: unknown) => log.warn({ err: error }, 'forecasts of packages failed'));
      for (const [key] of part) running.set(key, work);
    }
  }

  return {
    async read(packages, flight, limitMs) {
      const keys = packages.map((sold) => JSON.stringify([flight, sold]));
      start(new Map(packages.map((sold, index) => [keys[index] as string, sold])), flight);
      const work = new Set(keys.flatMap((key) => running.get(key) ?? []));
      await (limitMs === undefined ? Promise.all(work) : within(Promise.allSettled(work), limitMs));
      return keys.map(find);
    },
  };
}

/** Waits for work, at most for the given time. */
async function within(work: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
