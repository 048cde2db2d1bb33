import { drawSpace } from '../draw/random.ts';
import type { ClaimTable } from './claim-table.ts';
import { type GroupTable, levelSize } from './group-table.ts';
import { levels, unitsOfLevel } from './levels.ts';
import type { MemberArena } from './member-arena.ts';
import {
  guideSteps,
  halvesPerWord,
  type PoolAllocator,
  type PoolArena,
  packSegment,
  poolWords,
  segmentWords,
  stepsPerWord,
  wordsPerSegment,
} from './pool-arena.ts';
import { type ArenaRange, rangeFor } from './range-allocator.ts';

/** The pool of a position for one hour: the levels of its groups as a lookup table for tickets. */
export type PoolTable = {
  readonly hour: number;
  /** Members of all groups. */
  readonly size: number;
  readonly groups: readonly GroupTable[];
  /** Arena of the members. */
  readonly arena: MemberArena;
  /** Arena of the table itself. A segment is one level of one group and is never empty. */
  readonly pools: PoolArena;
  readonly range: ArenaRange;
  /** Copy of `range.first`, because every decision reads it. */
  readonly first: number;
  readonly segments: number;
  /** Claims that are served before the candidates share the rest; null: none. */
  claims: ClaimTable | null;
  /** Version of the tables (`stampOf`) at which this table was last valid. */
  holdsAt: number;
};

/**
 * Builds the table of a pool.
 * @param holdsAt version of the tables of the snapshot
 * @param before previous table of the pool; its allocation is reused or released
 */
export function buildPoolTable(
  groups: readonly GroupTable[],
  arena: MemberArena,
  { arena: pools, ranges }: PoolAllocator,
  { hour, claims, holdsAt, before }: Pick<PoolTable, 'hour' | 'claims' | 'holdsAt'> & { before: PoolTable | undefined },
): PoolTable {
  const begins: number[] = [];
  const membersAndLevels: number[] = [];
  let units = 0;
  for (const group of groups) {
    for (const level of levels) {
      const count = levelSize(group, level);
      if (count === 0) continue;
      begins.push(units);
      membersAndLevels.push(packSegment(group.range.first + (group.levelStarts[level] as number), level));
      units += count * (unitsOfLevel[level] as number);
    }
  }
  const segments = begins.length;
  const range = rangeFor(poolWords.segments + segments * wordsPerSegment, ranges, before?.range);
  const { words, halves, steps } = pools;
  const unitsPerStep = Math.max(1, Math.ceil(units / guideSteps));
  words[range.first + poolWords.units] = units;
  words[range.first + poolWords.ticketsPerUnit] = units === 0 ? 0 : Math.floor(drawSpace / units);
  words[range.first + poolWords.unitsPerStep] = unitsPerStep;
  for (let segment = 0; segment < segments; segment += 1) {
    const at = range.first + poolWords.segments + segment * wordsPerSegment;
    words[at + segmentWords.begin] = begins[segment] as number;
    halves[(at + segmentWords.memberAndLevel) * halvesPerWord] = membersAndLevels[segment] as number;
  }
  const guide = (range.first + poolWords.guide) * stepsPerWord;
  for (let step = 0, segment = 0; step <= guideSteps; step += 1) {
    while (segment < segments - 1 && (begins[segment + 1] as number) <= step * unitsPerStep) segment += 1;
    steps[guide + step] = segment;
  }
  const size = groups.reduce((sum, group) => sum + group.size, 0);
  return { hour, size, groups, arena, pools, range, first: range.first, segments, claims, holdsAt };
}

/**
 * Returns the offset of the segment of a unit in the arena.
 * @param first offset of the pool
 * @param unit below the number of units of the pool
 */
export function segmentOf({ words, steps }: PoolArena, first: number, unit: number): number {
  const step = (unit / (words[first + poolWords.unitsPerStep] as number)) | 0;
  const guide = (first + poolWords.guide) * stepsPerWord + step;
  const segments = first + poolWords.segments;
  let low = steps[guide] as number;
  let left = (steps[guide + 1] as number) - low;
  // Branch-free: a mispredicted branch would discard the memory reads of other trials.
  while (left > 0) {
    const half = (left + 1) >>> 1;
    const begin = words[segments + (low + half) * wordsPerSegment + segmentWords.begin] as number;
    low += half * Number(unit >= begin);
    left -= half;
  }
  return segments + low * wordsPerSegment;
}
