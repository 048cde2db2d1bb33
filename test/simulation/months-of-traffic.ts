import { type Chance, chanceOf } from '../support/attacks/odd-streams.ts';

/** Days that a simulated position is recorded at most. */
const recordedDays = 42;
/** Days that are forecast. */
export const monthDays = 30;
const hoursPerDay = 24;
const allDays = recordedDays + monthDays;

/** Returns the factor of the usual requests of each day, from the first recorded day on. */
type DayFactors = (chance: Chance) => readonly number[];

type Kind = {
  readonly factors: DayFactors;
  /** Range of the requests of a usual day. */
  readonly perDay?: readonly [number, number];
  /** Range of the recorded days. */
  readonly recorded?: readonly [number, number];
};

/** Kinds of traffic. Their parameters are drawn for each position, so that no month equals another one. */
export const kindsOfMonths: Readonly<Record<string, Kind>> = {
  stable: { factors: (chance) => days(() => noise(chance, 0.02)) },
  'weekly pattern': {
    factors: (chance) =>
      withWeek(
        chance,
        days(() => noise(chance, 0.05)),
      ),
  },
  'growth or decline': {
    factors(chance) {
      const perDay = between(chance, 0.002, 0.01) * (chance() < 0.5 ? 1 : -1);
      return withWeek(
        chance,
        days((day) => Math.exp(perDay * day) * noise(chance, 0.05)),
      );
    },
  },
  noise: {
    factors(chance) {
      const size = between(chance, 0.15, 0.35);
      return days(() => noise(chance, size));
    },
  },
  bursts: {
    factors: (chance) => days(() => (chance() < 0.05 ? between(chance, 2, 6) : 1) * noise(chance, 0.05)),
  },
  'season of the year': {
    factors(chance) {
      const size = between(chance, 0.1, 0.4);
      const phase = chance() * 2 * Math.PI;
      return withWeek(
        chance,
        days((day) => (1 + size * Math.sin((day / 365) * 2 * Math.PI + phase)) * noise(chance, 0.05)),
      );
    },
  },
  holidays: {
    factors(chance) {
      const first = Math.floor(between(chance, 0, allDays));
      const last = first + Math.floor(between(chance, 3, 11));
      const factor = chance() < 0.6 ? between(chance, 0.4, 0.8) : between(chance, 1.3, 1.8);
      return withWeek(
        chance,
        days((day) => (day >= first && day < last ? factor : 1) * noise(chance, 0.05)),
      );
    },
  },
  'drifting level': {
    factors(chance) {
      const size = between(chance, 0.01, 0.04);
      let level = 1;
      return days(() => {
        level *= noise(chance, size);
        return level * noise(chance, 0.03);
      });
    },
  },
  'change of level': {
    factors(chance) {
      const at = Math.floor(between(chance, 0, allDays));
      const factor = chance() < 0.5 ? between(chance, 0.6, 0.85) : between(chance, 1.15, 1.6);
      return days((day) => (day < at ? 1 : factor) * noise(chance, 0.05));
    },
  },
  sparse: { factors: (chance) => days(() => noise(chance, 0.1)), perDay: [1, 20] },
  'new position': {
    factors: (chance) =>
      withWeek(
        chance,
        days(() => noise(chance, 0.05)),
      ),
    recorded: [7, 14],
  },
};

/** Requests of one position: recorded hours, and the hours of the month after them. */
export type MonthOfTraffic = { readonly recorded: Float64Array; readonly month: Float64Array };

/** Returns the traffic of a position. Reproducible by seed. */
export function monthOf(kind: string, seed: number): MonthOfTraffic {
  const chance = chanceOf(Math.imul(seed + 1, 0x9e3779b1));
  const { factors, perDay = [200, 20_000], recorded = [recordedDays, recordedDays + 1] } = kindsOfMonths[kind] as Kind;
  const usual = Math.exp(between(chance, Math.log(perDay[0]), Math.log(perDay[1])));
  const known = Math.floor(between(chance, ...recorded));
  const all = factors(chance);
  const hours = all.flatMap((factor) =>
    Array.from({ length: hoursPerDay }, (_, hour) => poisson(chance, (usual / hoursPerDay) * factor * ofHour(hour))),
  );
  return {
    recorded: Float64Array.from(hours.slice((recordedDays - known) * hoursPerDay, recordedDays * hoursPerDay)),
    month: Float64Array.from(hours.slice(recordedDays * hoursPerDay)),
  };
}

/** More traffic by day than by night. The mean of a day is 1. */
function ofHour(hour: number): number {
  return 1 + 0.9 * Math.sin(((hour - 9) / hoursPerDay) * 2 * Math.PI);
}

function days(factor: (day: number) => number): readonly number[] {
  return Array.from({ length: allDays }, (_, day) => factor(day));
}

function withWeek(chance: Chance, factors: readonly number[]): readonly number[] {
  const week = Array.from({ length: 7 }, () => between(chance, 0.6, 1.2));
  return factors.map((factor, day) => factor * (week[day % week.length] as number));
}

/** Returns a log-normal factor. @param size standard deviation of the logarithm */
function noise(chance: Chance, size: number): number {
  return Math.exp(size * normal(chance));
}

function between(chance: Chance, least: number, most: number): number {
  return least + chance() * (most - least);
}

function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}

/** Returns a Poisson number: exact when it is small, and its normal approximation otherwise. */
function poisson(chance: Chance, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(chance)));
  let product = chance();
  let count = 0;
  for (const limit = Math.exp(-mean); product > limit; count += 1) product *= chance();
  return count;
}
