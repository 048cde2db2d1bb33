import type { Candidate, SnapshotAd } from '../../snapshot/snapshot.ts';
import { writeSignatures } from '../../targeting/signature.ts';
import type { TargetingIndex } from '../../targeting/targeting-index.ts';
import { urgencyFactor, weightOfFactor } from '../draw/share.ts';
import { concernedRules, refusedAllHour, rulesOfEnd, rulesOfWallClock } from '../eligible.ts';
import type { TimeSpan } from '../rules/rule.ts';
import { endsWithin, mayRunWithin, runsToItsEnd } from '../rules/schedule-rules.ts';
import type { HourSchedule } from './hour-schedule.ts';
import { levelOfMember, levels, priorityOfLevel } from './levels.ts';
import {
  copyTest,
  endOfTest,
  isEndHeld,
  type MemberArena,
  orderBits,
  rulesOfTest,
  testWords,
  weightPlace,
  wordsPerTest,
  writeEndAndRules,
} from './member-arena.ts';
import type { Room } from './rooms.ts';

/**
 * What the candidates of a group come to in one hour, by their index in its list, before they have places: as in
 * `MemberArena`, and their levels, `absent` where a candidate is no member.
 */
export type GroupDraft = Pick<MemberArena, 'tests' | 'weights' | 'orders' | 'soleAds'> & {
  readonly levels: Uint8Array;
  /** By the index in the list of the table before; see `findKnown`. */
  readonly indexes: Int32Array;
};

/** The members of a list in one hour, in the arena. */
export type PlacedMembers = {
  /** Of the list. */
  readonly version: number;
  /** How many candidates were in it, members or not. */
  readonly listed: number;
  readonly room: Room;
  /** How many members there are. */
  readonly size: number;
  /** Entry l (0 <= l < levelCount): the first member of level l, counted from the first of the group; the last entry is `size`. */
  readonly levelStarts: Uint32Array;
};

/** In place of a level: no member. */
export const absent = 255;
const notDrafted = 254;

export type DraftTask = {
  /** In ascending order of booking id. */
  readonly candidates: readonly Candidate[];
  /** Of their list. */
  readonly version: number;
  readonly targeting: TargetingIndex;
  readonly span: TimeSpan;
  readonly schedule: HourSchedule;
};

/** With room for so many candidates. */
export function createGroupDraft(candidates: number): GroupDraft {
  const tests = new Uint32Array(candidates * wordsPerTest);
  return {
    tests,
    weights: new Float64Array(tests.buffer),
    orders: new Uint32Array(candidates),
    soleAds: Array<null>(candidates).fill(null),
    levels: new Uint8Array(candidates),
    indexes: new Int32Array(candidates),
  };
}

/** Asks all candidates. */
export function draftMembers(draft: GroupDraft, task: DraftTask): void {
  for (let index = 0; index < task.candidates.length; index += 1) draftCandidate(draft, index, task);
}

/**
 * The same where a table of the group is there, of this hour or an earlier one. Most candidates were its members already, and
 * nothing of them could have changed but how near their end is: they are not fetched.
 */
export function draftMembersAgain(draft: GroupDraft, task: DraftTask, before: PlacedMembers, arena: MemberArena): void {
  const { candidates } = task;
  const isSameList = before.version === task.version;
  if (!isSameList) findKnown(draft.indexes, candidates, before, arena);
  draft.levels.fill(notDrafted, 0, candidates.length);
  // As they lie in memory: each group is looked through many times an hour, most of them when it begins.
  for (const level of levels) {
    const priority = priorityOfLevel(level);
    const end = before.room.first + (before.levelStarts[level + 1] as number);
    for (let place = before.room.first + (before.levelStarts[level] as number); place < end; place += 1) {
      const order = arena.orders[place] as number;
      if ((order & orderBits.isDated) !== 0) continue;
      const indexBefore = order & orderBits.index;
      const index = isSameList ? indexBefore : (draft.indexes[indexBefore] as number);
      if (index !== noIndex) draftAgain(draft, index, task, { place, priority }, arena);
    }
  }
  for (let index = 0; index < candidates.length; index += 1) {
    if (draft.levels[index] === notDrafted) draftCandidate(draft, index, task);
  }
}

const noIndex = -1;

/**
 * By the index in the list of a table before: which index the member has now; `noIndex`: it was none, is gone or was replaced.
 * Both lists are in order of booking id, and bookings are not looked at where they are the same.
 */
function findKnown(
  indexes: Int32Array,
  candidates: readonly Candidate[],
  { room, size, listed }: PlacedMembers,
  { orders, members }: MemberArena,
): void {
  indexes.fill(noIndex, 0, listed);
  // First where they are: one array serves for both.
  for (let place = room.first; place < room.first + size; place += 1) {
    indexes[(orders[place] as number) & orderBits.index] = place;
  }
  let index = 0;
  for (let before = 0; before < listed; before += 1) {
    const place = indexes[before] as number;
    if (place === noIndex) continue;
    const member = members[place] as Candidate;
    while (index < candidates.length && isBefore(candidates[index] as Candidate, member)) index += 1;
    const isKnown = candidates[index] === member;
    indexes[before] = isKnown ? index : noIndex;
    if (isKnown) index += 1;
  }
}

/** True when one comes before another in a list, without a look at them where they are the same. */
function isBefore(one: Candidate, other: Candidate): boolean {
  return one !== other && one.booking.id < other.booking.id;
}

function draftCandidate(
  { tests, weights, orders, soleAds, levels: drafted }: GroupDraft,
  index: number,
  { candidates, targeting, span, schedule }: DraftTask,
): void {
  const candidate = candidates[index] as Candidate;
  const { priority, endMs } = candidate.booking;
  drafted[index] = absent;
  if (!mayRunWithin(candidate, span)) return;
  const factor = urgencyFactor(endMs, span.fromMs);
  const concerned = concernedRules(candidate, span);
  const at = index * wordsPerTest;
  writeEndAndRules(tests, at, endMs, (concerned & ~rulesOfWallClock) | schedule(candidate));
  tests[at + testWords.targetingAt] = candidate.targetingAt;
  writeSignatures(targeting, candidate.targetingAt, tests, at + testWords.signatures);
  weights[weightPlace(index)] = weightOfFactor(priority, factor);
  orders[index] =
    index |
    (isPaced(candidate) ? orderBits.isPaced : 0) |
    (candidate.isCapped ? orderBits.isCapped : 0) |
    ((concerned & rulesOfWallClock) === 0 ? 0 : orderBits.hasWallClock) |
    (runsToItsEnd(candidate, span.fromMs) && isEndHeld(endMs) ? 0 : orderBits.isDated);
  soleAds[index] = candidate.isCapped ? null : candidate.soleAd;
  drafted[index] = levelOfMember(priority, factor);
}

function isPaced({ booking: { delivery } }: Candidate): boolean {
  return 'goal' in delivery && (delivery.method === 'share' || delivery.method === 'fill');
}

/** From what stands at its place, for a member that runs until its end. */
function draftAgain(
  draft: GroupDraft,
  index: number,
  { candidates, span, schedule }: DraftTask,
  { place, priority }: { readonly place: number; readonly priority: number },
  { tests, orders, soleAds }: MemberArena,
): void {
  draft.levels[index] = absent;
  const from = place * wordsPerTest;
  const endMs = endOfTest(tests, from);
  if (endMs !== null && endMs <= span.fromMs) return;
  const flags = (orders[place] as number) & ~orderBits.index;
  copyTest(tests, place, draft.tests, index);
  let rules = rulesOfTest(tests, from) & ~rulesOfEnd;
  if ((flags & orderBits.hasWallClock) !== 0) {
    rules = (rules & ~(rulesOfWallClock | refusedAllHour)) | schedule(candidates[index] as Candidate);
  }
  writeEndAndRules(draft.tests, index * wordsPerTest, endMs, endsWithin(endMs, span) ? rules | rulesOfEnd : rules);
  const factor = urgencyFactor(endMs, span.fromMs);
  draft.weights[weightPlace(index)] = weightOfFactor(priority, factor);
  draft.orders[index] = index | flags;
  draft.soleAds[index] = soleAds[place] as SnapshotAd | null;
  draft.levels[index] = levelOfMember(priority, factor);
}
