import type { Candidate, SnapshotAd } from '../../snapshot/snapshot.ts';
import type { TargetingIndex } from '../../targeting/targeting-index.ts';
import type { LocalClock } from '../../time/local-time.ts';
import { weightsHoldMs } from '../draw/share.ts';
import type { TimeSpan } from '../rules/rule.ts';
import {
  absent,
  createGroupDraft,
  draftMembers,
  draftMembersAgain,
  type GroupDraft,
  type PlacedMembers,
} from './group-draft.ts';
import { hourScheduleOf, scheduleOfAnyClock } from './hour-schedule.ts';
import type { KeyIndex } from './key-index.ts';
import { levelCount, levels } from './levels.ts';
import { copyTest, type MemberArena, type MemberPlaces } from './member-arena.ts';
import { type Room, roomFor } from './rooms.ts';

/**
 * The members of a group for one hour, in order of level and inside a level of booking id: those whose dates do not rule
 * out the whole hour.
 */
export type GroupTable = PlacedMembers & {
  readonly hour: number;
  /** The wall clock of all positions below the group that have asked for it; null: they have several. */
  readonly clock: LocalClock | null;
  /** Made when a large group is first looked through; null: not yet. */
  keys: KeyIndex | null;
};

export type GroupTableTask = {
  /** In ascending order of booking id. */
  readonly candidates: readonly Candidate[];
  /** Hours since the epoch. */
  readonly hour: number;
  readonly version: number;
  readonly clock: LocalClock | null;
  readonly targeting: TargetingIndex;
  readonly places: MemberPlaces;
  /** The group's table before this one; its room is used again or given back. */
  readonly before: GroupTable | undefined;
};

/** Reused by all builds, grown to the most candidates of a group. */
let draft = createGroupDraft(1024);

/**
 * The table of a group's list: a counting sort by level; inside a level the order of booking id stays. What a table before it
 * tells of a member is taken from there, in a later hour and after changes: most need not be fetched.
 * Source: docs/decisions/0146-tables-of-the-next-hour.md.
 */
export function buildGroupTable(task: GroupTableTask): GroupTable {
  const { candidates, hour, version, clock, targeting, places, before } = task;
  const span = spanOf(hour);
  const schedule = clock === null ? scheduleOfAnyClock : hourScheduleOf(clock, span);
  const most = Math.max(candidates.length, before?.listed ?? 0);
  if (draft.levels.length < most) draft = createGroupDraft(most + (most >> 2));
  const drafting = { candidates, version, targeting, span, schedule };
  if (before !== undefined && before.hour <= hour) draftMembersAgain(draft, drafting, before, places.arena);
  else draftMembers(draft, drafting);
  const levelStarts = countLevels(draft, candidates.length);
  const size = levelStarts[levelCount] as number;
  const room = roomFor(size, places.rooms, before?.room);
  if (before !== undefined) forget(places.arena, before.room);
  writeMembers(places.arena, room.first, candidates, levelStarts.slice());
  return { hour, version, clock, room, size, levelStarts, listed: candidates.length, keys: null };
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
 * Gives the drafted members their places.
 * @param first of the group's places
 * @param next for each level the first place of it that is free, counted from the first; is written to
 */
function writeMembers(
  { tests, orders, members, soleAds }: MemberArena,
  first: number,
  candidates: readonly Candidate[],
  next: Uint32Array,
): void {
  for (let index = 0; index < candidates.length; index += 1) {
    const level = draft.levels[index] as number;
    if (level === absent) continue;
    const place = first + (next[level] as number);
    next[level] = (next[level] as number) + 1;
    copyTest(draft.tests, index, tests, place);
    orders[place] = draft.orders[index] as number;
    members[place] = candidates[index] as Candidate;
    soleAds[place] = draft.soleAds[index] as SnapshotAd | null;
    draft.soleAds[index] = null;
  }
}

/** What is no longer shown must not be held in memory. */
function forget({ members, soleAds }: MemberArena, { first, capacity }: Room): void {
  members.fill(null, first, first + capacity);
  soleAds.fill(null, first, first + capacity);
}

/** How many members a level has. */
export function levelSize(group: GroupTable, level: number): number {
  return (group.levelStarts[level + 1] as number) - (group.levelStarts[level] as number);
}

/** The time for which the tables of an hour hold. */
export function spanOf(hour: number): TimeSpan {
  return { fromMs: hour * weightsHoldMs, toMs: (hour + 1) * weightsHoldMs };
}
