import { defaultPriority, lowestPriority } from '../../../../core/vocabulary/limits/booking-limits.ts';

/** A group of banners that shares zones with others by weight. */
export type WeightedUnit = {
  readonly weight: number;
  readonly zoneIds: readonly number[];
  /** True: it must be one booking, for example because a frequency cap counts per booking. */
  readonly isSingle: boolean;
  /** End of delivery; null: none. */
  readonly endMs: number | null;
};

/** How a unit is booked. */
export type WeightPlan = {
  /** Priorities of its bookings. Each step multiplies the weight of a booking by 4. */
  readonly priorities: readonly number[];
  /** Factor by which the weight in Placard differs from that in Revive, relative to the other units; 1: not at all. */
  readonly deviation: number;
  /** Whether the creatives end instead of the booking. The weight of a booking rises toward its end. */
  readonly endsByCreatives: boolean;
};

/** Most bookings of one unit. */
const maxBookings = 6;
/** Deviation below which further bookings are not worthwhile: 10,000 requests cannot show it. */
const tolerance = 0.01;
/** Number of bookings that are accepted to avoid a weight of double the size. */
const costOfDeviation = 200;
/** Scales between two powers of 4 that are tried, in addition to those of the weights themselves. */
const triedScales = 64;

/**
 * Reproduces weights by bookings with priorities. A weight of 5 is one booking of priority 4 (weight 4) and one of
 * priority 5 (weight 1). Only ratios between units that share a zone matter, so each group of them has its own scale.
 */
export function planWeights<Unit extends WeightedUnit>(units: readonly Unit[]): ReadonlyMap<Unit, WeightPlan> {
  const plans = new Map<Unit, WeightPlan>();
  for (const group of connectedGroups(units)) {
    const scale = bestScale(group);
    const values = group.map((unit) => digitsOf(unit.weight * scale, unit.isSingle));
    const levels = values.flatMap(({ levels: own }) => own);
    const top = Math.max(...levels);
    const first = Math.max(0, Math.min(defaultPriority, lowestPriority - (top - Math.min(...levels))));
    const endsByCreatives = new Set(group.map(({ endMs }) => endMs)).size > 1;
    for (const [index, unit] of group.entries()) {
      const { levels: own, value } = values[index] as Digits;
      plans.set(unit, {
        priorities: own.map((level) => Math.min(lowestPriority, first + top - level)),
        deviation: value / (unit.weight * scale),
        endsByCreatives: endsByCreatives && unit.endMs !== null,
      });
    }
  }
  return plans;
}

/** Levels of bookings with the weight 4^level, and the sum of these weights. */
type Digits = { readonly levels: readonly number[]; readonly value: number };

/** Returns the fewest bookings whose weights add up to a value, the largest first. */
function digitsOf(value: number, isSingle: boolean): Digits {
  const most = isSingle ? 1 : maxBookings;
  let best = represent(value, 1);
  for (let count = 2; count <= most && deviationOf(best, value) > tolerance; count += 1) {
    const next = represent(value, count);
    if (deviationOf(next, value) < deviationOf(best, value)) best = next;
  }
  return best;
}

/** The last booking is rounded, so that the sum is as close as possible. */
function represent(value: number, count: number): Digits {
  const levels: number[] = [];
  let rest = value;
  while (levels.length < count && rest > value * 1e-9) {
    const level = Math.floor(Math.log(rest) / Math.log(4) + 1e-9);
    const isRoundedUp = levels.length === count - 1 && 4 ** (level + 1) - rest < rest - 4 ** level;
    levels.push(isRoundedUp ? level + 1 : level);
    rest -= 4 ** (levels.at(-1) as number);
  }
  const lowest = Math.max(...levels) - lowestPriority;
  const kept = levels.filter((level) => level >= lowest);
  return { levels: kept, value: kept.reduce((sum, level) => sum + 4 ** level, 0) };
}

function deviationOf({ value }: Digits, exact: number): number {
  return Math.abs(value / exact - 1);
}

/** Returns the scale with the best balance of few bookings and small deviations. */
function bestScale(group: readonly WeightedUnit[]): number {
  const counts = new Map<string, { weight: number; isSingle: boolean; count: number }>();
  for (const { weight, isSingle } of group) {
    const key = `${weight} ${isSingle}`;
    const known = counts.get(key);
    counts.set(key, { weight, isSingle, count: (known?.count ?? 0) + 1 });
  }
  const distinct = [...counts.values()];
  let best = { scale: 1, cost: Number.POSITIVE_INFINITY };
  for (const scale of scalesFor(distinct)) {
    let cost = 0;
    for (const { weight, isSingle, count } of distinct) {
      const digits = digitsOf(weight * scale, isSingle);
      const excess = Math.max(0, deviationOf(digits, weight * scale) - tolerance);
      cost += count * (digits.levels.length + excess * costOfDeviation);
    }
    if (cost < best.cost - 1e-9) best = { scale, cost };
  }
  return best.scale;
}

/** A unit that must be one booking should have a power of 4 as its weight. */
function scalesFor(units: readonly { readonly weight: number; readonly isSingle: boolean }[]): readonly number[] {
  const references = units.toSorted((a, b) => Number(b.isSingle) - Number(a.isSingle)).slice(0, 20);
  const first = references[0]?.weight ?? 1;
  const between = Array.from({ length: triedScales }, (_, index) => 4 ** (index / triedScales) / first);
  return [...references.flatMap(({ weight }) => [1 / weight, 2 / weight, 3 / weight]), ...between];
}

/** Groups units that share zones, directly or through others. */
function connectedGroups<Unit extends WeightedUnit>(units: readonly Unit[]): readonly (readonly Unit[])[] {
  const parents = new Map<number, number>();
  const rootOf = (zoneId: number): number => {
    let root = zoneId;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    return root;
  };
  for (const { zoneIds } of units) {
    const roots = zoneIds.map(rootOf);
    for (const root of roots) {
      const [first = root] = roots;
      if (rootOf(root) !== rootOf(first)) parents.set(rootOf(root), rootOf(first));
    }
  }
  const groups = new Map<number, Unit[]>();
  for (const unit of units) {
    const root = rootOf(unit.zoneIds[0] ?? 0);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [unit]);
    else group.push(unit);
  }
  return [...groups.values()];
}
