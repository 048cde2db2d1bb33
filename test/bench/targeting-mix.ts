import type { RequestContext, Targeting } from '../../src/core/targeting/targeting.ts';
import { weekdays } from '../../src/core/vocabulary/statuses.ts';
import type { Chance } from '../support/attacks/odd-streams.ts';

/** Values that bookings target and requests have, each list by how usual it is. */
const countries = ['be', 'nl', 'de', 'fr', 'gb', 'lu', 'es', 'it', 'at', 'ch', 'pl', 'dk', 'se', 'no', 'pt', 'ie'];
const regions = count(60).map((number) => `region_${number}`);
const devices = ['desktop', 'mobile', 'tablet'];
const sections = count(40).map((number) => `section${number}`);
const keywords = count(400).map((number) => `word${number}`);
const segments = count(2_000).map((number) => `segment_${number}`);
const postalCodes = count(900).map((number) => String(1000 + 10 * number));

/**
 * Returns the targeting of a booking, in typical proportions of campaigns: 60 % a set of countries, 15 % regions, 30 %
 * devices, 40 % sections, 15 % keywords (a third of them negated), 25 % segments, 5 % postal codes.
 */
export function targetingOf(chance: Chance): Targeting | null {
  const leaves: Targeting[] = [
    ...when(chance, 0.6, () => ({ fact: 'country', values: some(countries, 4, chance) })),
    ...when(chance, 0.15, () => ({ fact: 'region', values: some(regions, 5, chance) })),
    ...when(chance, 0.3, () => ({ fact: 'device', values: some(devices, 2, chance) })),
    ...when(chance, 0.4, () => ({ key: 'ct', values: some(sections, 5, chance) })),
    ...when(chance, 0.15, () => {
      const leaf: Targeting = { key: 'kw', values: some(keywords, 6, chance) };
      return chance() < 0.33 ? { not: leaf } : leaf;
    }),
    ...when(chance, 0.25, () => ({ fact: 'segment', values: some(segments, 10, chance) })),
    ...when(chance, 0.05, () => ({ fact: 'postalCode', values: some(postalCodes, 30, chance) })),
  ];
  return leaves.length === 0 ? null : leaves.length === 1 ? (leaves[0] as Targeting) : { all: leaves };
}

/** Returns dayparts for one booking in five: some days, between two hours. */
export function dayPartsOf(chance: Chance) {
  if (chance() >= 0.2) return [];
  const fromHour = below(chance, 12);
  const days = weekdays.filter(() => chance() < 0.8);
  return [{ days, fromMinute: fromHour * 60, toMinute: (fromHour + 6 + below(chance, 6)) * 60 }];
}

/** Returns the parameters of a page. */
export function mixedParameters(chance: Chance): Record<string, string[]> {
  return {
    ct: usual(sections, 1, chance),
    kw: usual(keywords, 3, chance),
    co: usual(countries, 1, chance),
    rg: usual(regions, 1, chance),
    dt: usual(devices, 1, chance),
  };
}

/** Returns the remaining context: consent, and up to 40 segments. */
export function contextOf(chance: Chance, parameters: Record<string, string[]>): RequestContext {
  return {
    consent: 'granted',
    country: parameters['co']?.[0] ?? '',
    region: parameters['rg']?.[0] ?? '',
    device: parameters['dt'] ?? [],
    os: ['linux'],
    browser: ['chrome', 'chrome156'],
    language: ['nl-BE', 'nl', 'en'],
    postalCode: usual(postalCodes, 1, chance)[0] ?? '',
    segments: usual(segments, below(chance, 41), chance),
  };
}

function when(chance: Chance, probability: number, leaf: () => Targeting): Targeting[] {
  return chance() < probability ? [leaf()] : [];
}

/** Returns one to `most` of the values, frequent ones more often. */
function some(values: readonly string[], most: number, chance: Chance): string[] {
  return usual(values, 1 + below(chance, most), chance);
}

function usual(values: readonly string[], number: number, chance: Chance): string[] {
  const drawn = new Set<string>();
  while (drawn.size < number) drawn.add(values[Math.floor(chance() ** 2 * values.length)] as string);
  return [...drawn];
}

function below(chance: Chance, limit: number): number {
  return Math.floor(chance() * limit);
}

function count(to: number): number[] {
  return Array.from({ length: to }, (_, index) => index + 1);
}
