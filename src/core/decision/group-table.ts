import type { Candidate } from '../snapshot/snapshot.ts';
import { writeSignatures } from '../targeting/signature.ts';
import type { TargetingIndex } from '../targeting/targeting-index.ts';
import type { LocalClock } from '../words/local-time.ts';
import { concernedRules } from './eligible.ts';
import { createHourSchedule } from './hour-schedule.ts';
import type { KeyIndex } from './key-index.ts';
import { acceptedNumbers, levelCount, levelOfMember, levels } from './levels.ts';
import { type MemberArena, type MemberPlaces, testWords, weightPlace, wordsPerTest } from './member-arena.ts';
import { type Room, roomFor } from './rooms.ts';
import type { TimeSpan } from './rules/rule.ts';
import { mayRunWithin } from './rules/schedule-rules.ts';
import { bookingWeight, urgencyFactor, weightsHoldMs } from './share.ts';

/**
 * The members of a group for one hour, in order of level and inside a level of booking id: those whose dates do not rule
 * out the whole hour.
 */
export type GroupTable = {
  readonly hour: number;
  /** Of the group's lists, when the table was made. */
  readonly version: number;
  /** The wall clock of all positions below the group that have asked for it; null: they have several. */
  readonly clock: LocalClock | null;
  /** Where its members are. */
  readonly room: Room;
  /** How many there are. */
  readonly size: number;
  /** Entry l (0 <= l < levelCount): the first member of level l, counted from the first of the group; the last entry is `size`. */
  readonly levelStarts: Uint32Array;
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

/** The table of a group's list: a counting sort by level; inside a level the order of booking id stays. */
export function buildGroupTable({
  candidates,
  hour,
  version,
  clock,
  targeting,
  places,
  before,
}: GroupTableTask): GroupTable {
  const span = spanOf(hour);
  const schedule = clock === null ? null : createHourSchedule(clock, span);
  const unsorted = candidates.filter((candidate) => mayRunWithin(candidate, span));
  const factors = unsorted.map(({ booking }) => urgencyFactor(booking.endMs, span.fromMs));
  const levelOf = unsorted.map(({ booking }, index) => levelOfMember(booking.priority, factors[index] as number));
  const levelStarts = new Uint32Array(levelCount + 1);
  for (const level of levelOf) levelStarts[level + 1] = (levelStarts[level + 1] as number) + 1;
  for (const level of levels)
    levelStarts[level + 1] = (levelStarts[level + 1] as number) + (levelStarts[level] as number);
  const next = levelStarts.slice();
  const room = roomFor(unsorted.length, places.rooms, before?.room);
  if (before !== undefined) forget(places.arena, before.room);
  for (const [index, candidate] of unsorted.entries()) {
    const level = levelOf[index] as number;
    const place = room.first + (next[level] as number);
    next[level] = (next[level] as number) + 1;
    const lastAccepted = acceptedNumbers(factors[index] as number, level) - 1;
    const rules = concernedRules(candidate, span);
    writeMember(places.arena, place, targeting, {
      candidate,
      lastAccepted,
      rules: schedule === null ? rules : schedule.narrow(candidate, rules),
      weight: bookingWeight(candidate.booking, span.fromMs),
    });
  }
  return { hour, version, clock, room, size: unsorted.length, levelStarts, keys: null };
}

type Member = {
  readonly candidate: Candidate;
  readonly lastAccepted: number;
  readonly rules: number;
  readonly weight: number;
};

function writeMember(
  { tests, weights, members, soleAds }: MemberArena,
  place: number,
  targeting: TargetingIndex,
  { candidate, lastAccepted, rules, weight }: Member,
): void {
  const upper = Math.floor(lastAccepted / 2 ** 32);
  const at = wordsPerTest * place;
  tests[at + testWords.acceptLow] = lastAccepted - upper * 2 ** 32;
  tests[at + testWords.acceptHighAndRules] = upper + rules * 2 ** 16;
  tests[at + testWords.targetingAt] = candidate.targetingAt;
  writeSignatures(targeting, candidate.targetingAt, tests, at + testWords.signatures);
  weights[weightPlace(place)] = weight;
  members[place] = candidate;
  soleAds[place] = candidate.isCapped ? null : candidate.soleAd;
}

/** What is no longer shown must not be held in memory. */
function forget({ members, soleAds }: MemberArena, { first, capacity }: Room): void {
  members.fill(null, first, first + capacity);
  soleAds.fill(null, first, first + capacity);
}

/** How many members a level has. */
export function countOf(group: GroupTable, level: number): number {
  return (group.levelStarts[level + 1] as number) - (group.levelStarts[level] as number);
}

/** The time for which the tables of an hour hold. */
export function spanOf(hour: number): TimeSpan {
  return { fromMs: hour * weightsHoldMs, toMs: (hour + 1) * weightsHoldMs };
}
