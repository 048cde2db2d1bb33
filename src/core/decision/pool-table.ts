import type { ClaimTable } from './claim-table.ts';
import { countOf, type GroupTable } from './group-table.ts';
import { levels, levelUnits } from './levels.ts';
import type { MemberArena } from './member-arena.ts';
import { drawSpace } from './random.ts';

/** The pool of a position for one hour: its groups' levels side by side as a table that a ticket points into. */
export type PoolTable = {
  readonly hour: number;
  /** Members of all groups. */
  readonly size: number;
  readonly groups: readonly GroupTable[];
  /** Where the members are. */
  readonly arena: MemberArena;
  /**
   * Everything that a ticket needs, in one array: the numbers of `poolWords`; a guide, which says for each of `guideSteps`
   * equal parts of the units, and behind the last, in which segment it begins; then `wordsPerSegment` words for each
   * segment, as `segmentWords` says. A segment is one level of one group, none is empty.
   */
  readonly words: Float64Array;
  /** What claims a part of the position before its candidates share the rest; null: nothing does. */
  claims: ClaimTable | null;
  /** Where the tables of the snapshot stood when this one was last found to hold. */
  holdsAt: number;
};

/** Units of all members; tickets of one unit: what `drawSpace` has room for, rounded down; units of a step of the guide. */
export const poolWords = { units: 0, ticketsPerUnit: 1, unitsPerStep: 2, guide: 3 } as const;
export const guideSteps = 48;
export const segmentsAt = poolWords.guide + guideSteps + 1;
/** Where its units end (excluded) and begin, the units of each of its members (the cap of its level), its first member's place. */
export const segmentWords = { end: 0, begin: 1, unitsPerMember: 2, firstPlace: 3 } as const;
export const wordsPerSegment = 4;

/** @param holdsAt where the tables of the snapshot stand */
export function buildPoolTable(
  groups: readonly GroupTable[],
  arena: MemberArena,
  { hour, claims, holdsAt }: Pick<PoolTable, 'hour' | 'claims' | 'holdsAt'>,
): PoolTable {
  const segments: number[] = [];
  let units = 0;
  for (const group of groups) {
    for (const level of levels) {
      const count = countOf(group, level);
      if (count === 0) continue;
      const perMember = levelUnits(level);
      const begin = units;
      units += count * perMember;
      segments.push(units, begin, perMember, group.room.first + (group.levelStarts[level] as number));
    }
  }
  const ticketsPerUnit = units === 0 ? 0 : Math.floor(drawSpace / units);
  const unitsPerStep = Math.max(1, Math.ceil(units / guideSteps));
  const words = Float64Array.from([
    units,
    ticketsPerUnit,
    unitsPerStep,
    ...guideOf(segments, unitsPerStep),
    ...segments,
  ]);
  const size = groups.reduce((sum, group) => sum + group.size, 0);
  return { hour, size, groups, arena, words, claims, holdsAt };
}

function guideOf(segments: readonly number[], unitsPerStep: number): number[] {
  const last = segments.length / wordsPerSegment - 1;
  let segment = 0;
  return Array.from({ length: guideSteps + 1 }, (_, step) => {
    while (segment < last && (segments[segment * wordsPerSegment] as number) <= step * unitsPerStep) segment += 1;
    return segment;
  });
}

/**
 * Where in `words` the segment of a unit stands.
 * @param unit below the pool's units
 */
export function segmentOf(words: Float64Array, unit: number): number {
  const step = Math.floor(unit / (words[poolWords.unitsPerStep] as number));
  let low = words[poolWords.guide + step] as number;
  let high = words[poolWords.guide + step + 1] as number;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (unit < (words[segmentsAt + middle * wordsPerSegment] as number)) high = middle;
    else low = middle + 1;
  }
  return segmentsAt + low * wordsPerSegment;
}
