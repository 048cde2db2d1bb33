import type { CandidateList } from '../../snapshot/snapshot.ts';
import type { TargetingIndex } from '../../targeting/targeting-index.ts';
import type { LocalClock } from '../../time/local-time.ts';
import { weightsHoldMs } from '../draw/share.ts';
import type { TimeSpan } from '../rules/rule.ts';
import {
  type AllocatedMembers,
  absent,
  createGroupDraft,
  draftMembers,
  draftMembersAgain,
  type GroupDraft,
} from './group-draft.ts';
import { hourScheduleOf, scheduleOfAnyClock } from './hour-schedule.ts';
import type { KeyIndex } from './key-index.ts';
import { levelCount, levels } from './levels.ts';
import { copyTest, type MemberAllocator, type MemberArena } from './member-arena.ts';
import { rangeFor } from './range-allocator.ts';

/**
 * The members of a group for one hour: candidates whose dates do not rule out the whole hour, in order of level, then
 * booking ID.
 */
export type GroupTable = AllocatedMembers & {
  readonly hour: number;
  /** Shared wall clock of all positions of the group that request it. null if they use different time zones. */
  readonly clock: LocalClock | null;
  /** Other threads use its members, which are therefore never overwritten. */
  readonly isShared: boolean;
  /** Built when a large group is first scanned; null: not built yet. */
  keys: KeyIndex | null;
};

export type GroupTableTask = {
  /** In ascending order of booking ID. */
  readonly candidates: CandidateList;
  /** Hours since the epoch. */
  readonly hour: number;
  readonly version: number;
  readonly clock: LocalClock | null;
  readonly targeting: TargetingIndex;
  readonly memberAllocator: MemberAllocator;
  /** Whether other threads will use the table. */
  readonly isShared: boolean;
  /** Previous table of the group. */
  readonly before: GroupTable | undefined;
  /** Arena of that table. If it is the arena of `memberAllocator`, its allocation is reused or released. */
  readonly arenaBefore: MemberArena;
};

/** Reused by all builds. Grows to the size of the largest group. */
let draft = createGroupDraft(1024);

/**
 * Builds the table of a group with a counting sort by level that preserves the order of booking IDs within a level.
 * Data of members is taken from the previous table, also for a later hour and after changes, so most members need not
 * be read. Source: docs/decisions/0146-tables-of-the-next-hour.md.
 */
export function buildGroupTable(task: GroupTableTask): GroupTable {
  const { candidates, hour, version, clock, targeting, memberAllocator, isShared, before, arenaBefore } = task;
  const span = spanOf(hour);
  const schedule = clock === null ? scheduleOfAnyClock : hourScheduleOf(clock, span);
  const most = Math.max(candidates.length, before?.listed ?? 0);
  if (draft.levels.length < most) draft = createGroupDraft(most + (most >> 2));
  const drafting = { candidates, version, targeting, span, schedule };
  if (before !== undefined && before.hour <= hour) draftMembersAgain(draft, drafting, before, arenaBefore);
  else draftMembers(draft, drafting);
  const levelStarts = countLevels(draft, candidates.length);
  const size = levelStarts[levelCount] as number;
  const isSameArena = arenaBefore === memberAllocator.arena;
  const own = isSameArena && before?.isShared === false ? before.range : undefined;
  const range = rangeFor(size, memberAllocator.ranges, own);
  writeMembers(memberAllocator.arena, range.first, candidates, levelStarts.slice());
  return { hour, version, clock, isShared, range, size, levelStarts, listed: candidates.length, keys: null };
}

function countLevels({ levels: drafted }: GroupDraft, candidates: number): Uint32Array {
  const starts = new Uint32Array(levelCount + 1);
  for (let index = 0; index < candidates; index += 1) {
    const level = drafted[index] as number;
    if (level !== absent) starts[level + 1] = (starts[level + 1] as number) + 1;
  }
  for (const level of levels) starts[level + 1] = (starts[level + 1] as number) + (starts[level] as number);
  return starts;
}

/**
 * Writes the drafted members to the arena.
 * @param first index of the group in the arena
 * @param next first free index of each level, relative to `first`; updated
 */
function writeMembers(
  { tests, orders, members }: MemberArena,
  first: number,
  { length, numbers }: CandidateList,
  next: Uint32Array,
): void {
  for (let index = 0; index < length; index += 1) {
    const level = draft.levels[index] as number;
    if (level === absent) continue;
    const memberIndex = first + (next[level] as number);
    next[level] = (next[level] as number) + 1;
    copyTest(draft.tests, index, tests, memberIndex);
    orders[memberIndex] = draft.orders[index] as number;
    members[memberIndex] = numbers[index] as number;
  }
}

/** Returns the number of members of a level. */
export function levelSize(group: GroupTable, level: number): number {
  return (group.levelStarts[level + 1] as number) - (group.levelStarts[level] as number);
}

/** Returns the time span for which the tables of an hour are valid. */
export function spanOf(hour: number): TimeSpan {
  return { fromMs: hour * weightsHoldMs, toMs: (hour + 1) * weightsHoldMs };
}
