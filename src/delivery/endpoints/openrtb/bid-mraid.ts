import { type MraidVersion, mraidVersionOf } from '../../../core/creative/mraid.ts';
import { type PackedCreative, unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { CreativeRow } from '../../../core/snapshot/snapshot-rows.ts';
import type { JsonObject } from '../../request/read-request.ts';

/** Numbers of the MRAID versions. Source: AdCOM 1.0, list of API frameworks. */
const frameworks: Readonly<Record<MraidVersion, number>> = { 1: 3, 2: 5, 3: 6 };
const versions = Object.keys(frameworks).map(Number) as MraidVersion[];

/** MRAID versions by creative, so that its text is parsed only once. */
const known = new WeakMap<PackedCreative, MraidVersion | null>();

/** Returns the MRAID version that a creative needs; null: it does not use MRAID. */
export function mraidOf(creative: PackedCreative): MraidVersion | null {
  const before = known.get(creative);
  if (before !== undefined) return before;
  const version = creative.needsContainer ? mraidVersionOf(unpackCreative(creative).html) : null;
  known.set(creative, version);
  return version;
}

/**
 * Returns why the container of a banner impression cannot display a creative, or null. A container also displays ads of
 * lower versions. Source: OpenRTB 2.6, 3.2.6 (`api`).
 * @param needed null: the creative does not use MRAID
 */
export function mraidRefusal({ api }: JsonObject, needed: MraidVersion | null): string | null {
  if (needed === null) return null;
  const given: readonly unknown[] = Array.isArray(api) ? api : [];
  return versions.some((version) => version >= needed && given.includes(frameworks[version]))
    ? null
    : `the creative needs MRAID ${needed}, which the impression does not support`;
}

/** Returns the fields of a bid with the API framework of its markup: `api` of OpenRTB 2.5 and `apis` of 2.6. */
export function mraidFrameworks({ html }: Pick<CreativeRow, 'html'>): { api?: number; apis?: readonly number[] } {
  const version = html?.includes('mraid.js') === true ? mraidVersionOf(html) : null;
  return version === null ? {} : { api: frameworks[version], apis: [frameworks[version]] };
}
