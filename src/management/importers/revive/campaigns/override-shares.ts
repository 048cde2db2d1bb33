import type { ImportedZone } from '../import-inventory.ts';
import { grouped } from '../source-values.ts';

/** A group of banners of an override campaign. */
export type OverrideUnit = { readonly weight: number; readonly zones: readonly ImportedZone[] };

/** Zones in which a unit has the same share of voice. */
export type OverrideShare = { readonly zones: readonly ImportedZone[]; readonly percent: number };

const hundredths = 10_000;

/**
 * Distributes each zone over the override campaigns by their weights. Their shares add up to 100 percent, so no other
 * campaign delivers there.
 */
export function overrideShares<Unit extends OverrideUnit>(
  units: readonly Unit[],
): ReadonlyMap<Unit, readonly OverrideShare[]> {
  const percentOf = new Map<Unit, Map<ImportedZone, number>>(units.map((unit) => [unit, new Map()]));
  const unitsOfZone = grouped(
    units.flatMap((unit) => unit.zones.map((zone) => ({ unit, zone }))),
    ({ zone }) => zone,
  );
  for (const [zone, inZone] of unitsOfZone) {
    const percents = partsOfHundred(inZone.map(({ unit }) => unit.weight));
    for (const [index, { unit }] of inZone.entries()) percentOf.get(unit)?.set(zone, percents[index] ?? 0);
  }
  return new Map(
    units.map((unit) => {
      const byPercent = grouped(unit.zones, (zone) => percentOf.get(unit)?.get(zone) ?? 0);
      return [unit, [...byPercent].map(([percent, zones]) => ({ percent, zones }))];
    }),
  );
}

/** Returns percentages with two decimals that add up to 100, in proportion to the weights. Each is at least 0.01. */
function partsOfHundred(weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const exact = weights.map((weight) => (weight / sum) * hundredths);
  const parts = exact.map((part) => Math.max(1, Math.floor(part)));
  const byRest = exact.map((part, index) => ({ index, rest: part - Math.floor(part) })).sort((a, b) => b.rest - a.rest);
  let left = hundredths - parts.reduce((total, part) => total + part, 0);
  for (const { index } of byRest) {
    if (left <= 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    left -= 1;
  }
  return parts.map((part) => part / 100);
}
