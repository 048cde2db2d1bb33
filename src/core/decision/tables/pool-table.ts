import { drawSpace } from '../draw/random.ts';
import type { ClaimTable } from './claim-table.ts';
import { type GroupTable, levelSize } from './group-table.ts';
import { levels, unitsOfLevel } from './levels.ts';
import type { MemberArena } from './member-arena.ts';
import {
  guideSteps,
  halvesPerWord,
  type PoolArena,
  type PoolPlaces,
  packSegment,
  poolWords,
  segmentWords,
  stepsPerWord,
  wordsPerSegment,
} from './pool-arena.ts';
import { type Room, roomFor } from './rooms.ts';

/** The pool of a position for one hour: its groups' levels side by side as a table that a ticket points into. */
export type PoolTable = {
  readonly hour: number;
  /** Members of all groups. */
  readonly size: number;
  readonly groups: readonly GroupTable[];
  /** Where the members are. */
  readonly arena: MemberArena;
  /** Where its words are. A segment is one level of one group, none is empty. */
  readonly pools: PoolArena;
  readonly room: Room;
  /** Of its room; here, too, because every decision asks. */
  readonly first: number;
  readonly segments: number;
  /** What claims a part of the position before its candidates share the rest; null: nothing does. */
  claims: ClaimTable | null;
  /** Where the tables of the snapshot stood when this one was last found to hold. */
  holdsAt: number;
};

/**
 * @param holdsAt where the tables of the snapshot stand
 * @param before the pool's table before this one; its room is used again or given back
 */
export function buildPoolTable(
  groups: readonly GroupTable[],
  arena: MemberArena,
  { arena: pools, rooms }: PoolPlaces,
  { hour, claims, holdsAt, before }: Pick<PoolTable, 'hour' | 'claims' | 'holdsAt'> & { before: PoolTable | undefined },
): PoolTable {
  const begins: number[] = [];
  const placesAndLevels: number[] = [];
  let units = 0;
  for (const group of groups) {
    for (const level of levels) {
      const count = levelSize(group, level);
      if (count === 0) continue;
      begins.push(units);
      placesAndLevels.push(packSegment(group.room.first + (group.levelStarts[level] as number), level));
      units += count * (unitsOfLevel[level] as number);
    }
  }
  const segments = begins.length;
  const room = roomFor(poolWords.segments + segments * wordsPerSegment, rooms, before?.room);
  const { words, halves, steps } = pools;
  const unitsPerStep = Math.max(1, Math.ceil(units / guideSteps));
  words[room.first + poolWords.units] = units;
  words[room.first + poolWords.ticketsPerUnit] = units === 0 ? 0 : Math.floor(drawSpace / units);
  words[room.first + poolWords.unitsPerStep] = unitsPerStep;
  for (let segment = 0; segment < segments; segment += 1) {
    const at = room.first + poolWords.segments + segment * wordsPerSegment;
    words[at + segmentWords.begin] = begins[segment] as number;
    halves[(at + segmentWords.placeAndLevel) * halvesPerWord] = placesAndLevels[segment] as number;
  }
  const guide = (room.first + poolWords.guide) * stepsPerWord;
  for (let step = 0, segment = 0; step <= guideSteps; step += 1) {
    while (segment < segments - 1 && (begins[segment + 1] as number) <= step * unitsPerStep) segment += 1;
    steps[guide + step] = segment;
  }
  const size = groups.reduce((sum, group) => sum + group.size, 0);
  return { hour, size, groups, arena, pools, room, first: room.first, segments, claims, holdsAt };
}

/**
 * Where in the words of the arena the segment of a unit stands.
 * @param first where the words of the pool begin
 * @param unit below the pool's units
 */
export function segmentOf({ words, steps }: PoolArena, first: number, unit: number): number {
  const step = (unit / (words[first + poolWords.unitsPerStep] as number)) | 0;
  const guide = (first + poolWords.guide) * stepsPerWord + step;
  const segments = first + poolWords.segments;
  let low = steps[guide] as number;
  let left = (steps[guide + 1] as number) - low;
  // Without a branch on what is read: a processor would guess it, and drop the reads of other trials when it was wrong.
  while (left > 0) {
    const half = (left + 1) >>> 1;
    const begin = words[segments + (low + half) * wordsPerSegment + segmentWords.begin] as number;
    low += half * Number(unit >= begin);
    left -= half;
  }
  return segments + low * wordsPerSegment;
}
