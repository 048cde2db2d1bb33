import type { Candidate, CandidateList, CandidateSource, DraftRecords } from '../../snapshot/snapshot.ts';
import { writeSignatures } from '../../targeting/signature.ts';
import type { TargetingIndex } from '../../targeting/targeting-index.ts';
import { urgencyFactor, weightOfFactor } from '../draw/share.ts';
import {
  concernedRules,
  refusedAllHour,
  rulesOfEnd,
  rulesOfStart,
  rulesOfWallClock,
  type WallClockTerms,
} from '../eligible.ts';
import type { TimeSpan } from '../rules/rule.ts';
import { endsWithin, mayRunWithin, runsToItsEnd } from '../rules/schedule-rules.ts';
import { copySignatures, readRecord, recordAt, wallClockOfRecord } from './draft-record.ts';
import type { HourSchedule } from './hour-schedule.ts';
import { levelOfMember, levels, priorityOfLevel } from './levels.ts';
import {
  copyTest,
  endOfTest,
  isEndEncodable,
  type MemberArena,
  memberFlags,
  memberLayout,
  rulesOfTest,
  weightIndex,
  wordsPerTest,
  writeEndAndRules,
} from './member-arena.ts';
import type { ArenaRange } from './range-allocator.ts';

/**
 * Evaluated candidates of a group for one hour, by index in its list, before allocation: the fields as in
 * `MemberArena`, and their levels (`absent`: not a member).
 */
export type GroupDraft = Pick<MemberArena, 'tests' | 'weights' | 'orders'> & {
  readonly levels: Uint8Array;
  /** Current index by the index in the list of the previous table; see `findKnown`. */
  readonly indexes: Int32Array;
};

/** The members of a list in one hour, in the arena. */
export type AllocatedMembers = {
  /** Version of the list. */
  readonly version: number;
  /** Number of candidates in the list, members or not. */
  readonly listed: number;
  readonly range: ArenaRange;
  /** Number of members. */
  readonly size: number;
  /**
   * Entry l (0 <= l < levelCount): the first member of level l, relative to the first of the group. The last entry is
   * `size`.
   */
  readonly levelStarts: Uint32Array;
};

/** Value instead of a level: not a member. */
export const absent = 255;
const notDrafted = 254;

export type DraftTask = {
  /** In ascending order of booking ID. */
  readonly candidates: CandidateList;
  /** Version of the list. */
  readonly version: number;
  readonly targeting: TargetingIndex;
  readonly span: TimeSpan;
  readonly schedule: HourSchedule;
};

/** Allocates a draft for the given number of candidates. */
export function createGroupDraft(candidates: number): GroupDraft {
  const tests = new Uint32Array(candidates * wordsPerTest);
  return {
    tests,
    weights: new Float64Array(tests.buffer),
    orders: new Uint32Array(candidates),
    levels: new Uint8Array(candidates),
    indexes: new Int32Array(candidates),
  };
}

/** Evaluates all candidates. */
export function draftMembers(draft: GroupDraft, task: DraftTask): void {
  for (let index = 0; index < task.candidates.length; index += 1) draftCandidate(draft, index, task);
}

/**
 * Evaluates the candidates incrementally from a previous table of the group, of this or an earlier hour. Most
 * candidates were already members, and only the distance to their end can have changed, so they are not read.
 */
export function draftMembersAgain(
  draft: GroupDraft,
  task: DraftTask,
  before: AllocatedMembers,
  arena: MemberArena,
): void {
  const { candidates } = task;
  const isSameList = before.version === task.version;
  if (!isSameList) findKnown(draft.indexes, candidates, before, arena);
  draft.levels.fill(notDrafted, 0, candidates.length);
  // In memory order: each group is scanned many times per hour, mostly at its start.
  for (const level of levels) {
    const priority = priorityOfLevel(level);
    const end = before.range.first + (before.levelStarts[level + 1] as number);
    for (
      let memberIndex = before.range.first + (before.levelStarts[level] as number);
      memberIndex < end;
      memberIndex += 1
    ) {
      const order = arena.orders[memberIndex] as number;
      if ((order & memberFlags.isDated) !== 0) continue;
      const indexBefore = order & memberFlags.index;
      const index = isSameList ? indexBefore : (draft.indexes[indexBefore] as number);
      if (index !== noIndex) draftAgain(draft, index, task, { memberIndex, priority }, arena);
    }
  }
  for (let index = 0; index < candidates.length; index += 1) {
    if (draft.levels[index] === notDrafted) draftCandidate(draft, index, task);
  }
}

const noIndex = -1;

/**
 * Maps each index of the previous list to the current index of the member; `noIndex`: it was not a member, was removed
 * or was replaced. Both lists are in order of booking ID. Identical candidates are compared by number without
 * reading the bookings.
 */
function findKnown(
  indexes: Int32Array,
  { length, numbers, source }: CandidateList,
  { range, size, listed }: AllocatedMembers,
  { orders, members }: MemberArena,
): void {
  indexes.fill(noIndex, 0, listed);
  // First stores the member indexes. One array serves both purposes.
  for (let memberIndex = range.first; memberIndex < range.first + size; memberIndex += 1) {
    indexes[(orders[memberIndex] as number) & memberFlags.index] = memberIndex;
  }
  let index = 0;
  for (let before = 0; before < listed; before += 1) {
    const memberIndex = indexes[before] as number;
    if (memberIndex === noIndex) continue;
    const member = members[memberIndex] as number;
    while (index < length && isBefore(source, numbers[index] as number, member)) index += 1;
    const isKnown = index < length && numbers[index] === member;
    indexes[before] = isKnown ? index : noIndex;
    if (isKnown) index += 1;
  }
}

/** Reports whether one candidate precedes another, without reading them if they are identical. */
function isBefore({ bookingIdOf }: CandidateSource, one: number, other: number): boolean {
  return one !== other && bookingIdOf(one) < bookingIdOf(other);
}

function draftCandidate(draft: GroupDraft, index: number, task: DraftTask): void {
  const { levels: drafted } = draft;
  const { candidates, targeting, span, schedule } = task;
  drafted[index] = absent;
  const { records } = candidates.source;
  const recorded = recordAt(records, candidates.numbers[index] as number);
  if (recorded !== -1) {
    draftRecorded(draft, index, task, { records: records as DraftRecords, at: recorded });
    return;
  }
  const { tests, weights, orders } = draft;
  const candidate = candidates.at(index);
  const { priority, endMs } = candidate.booking;
  if (!mayRunWithin(candidate, span)) return;
  const factor = urgencyFactor(endMs, span.fromMs);
  const concerned = concernedRules(candidate, span);
  const at = index * wordsPerTest;
  writeEndAndRules(tests, at, endMs, (concerned & ~rulesOfWallClock) | schedule(candidate));
  tests[at + memberLayout.targetingAt] = candidate.targetingAt;
  writeSignatures(targeting, candidate.targetingAt, tests, at + memberLayout.signatures);
  weights[weightIndex(index)] = weightOfFactor(priority, factor);
  orders[index] =
    index |
    (isPacedShare(candidate) ? memberFlags.isPaced : 0) |
    (candidate.isCapped ? memberFlags.isCapped : 0) |
    ((concerned & rulesOfWallClock) === 0 ? 0 : memberFlags.hasWallClock) |
    (runsToItsEnd(candidate, span.fromMs) && isEndEncodable(endMs) ? 0 : memberFlags.isDated);
  drafted[index] = levelOfMember(priority, factor);
}

/** Evaluates a candidate of a snapshot image, with the same result, without decoding it. */
function draftRecorded(
  { tests, weights, orders, levels: drafted }: GroupDraft,
  index: number,
  { span, schedule }: DraftTask,
  { records, at: recorded }: { readonly records: DraftRecords; readonly at: number },
): void {
  const { startMs, endMs, priority, targetingAt, rules, ...is } = readRecord(records, recorded);
  if (startMs >= span.toMs || (endMs !== null && endMs <= span.fromMs)) return;
  const factor = urgencyFactor(endMs, span.fromMs);
  const ofWallClock = rules & rulesOfWallClock;
  const ofDates = (startMs > span.fromMs ? rulesOfStart : 0) | (endsWithin(endMs, span) ? rulesOfEnd : 0);
  const scheduled = ofWallClock === 0 ? 0 : schedule(wallClockOfRecord(records, recorded));
  const at = index * wordsPerTest;
  writeEndAndRules(tests, at, endMs, (rules & ~rulesOfWallClock) | ofDates | scheduled);
  tests[at + memberLayout.targetingAt] = targetingAt;
  copySignatures(records, recorded, tests, at + memberLayout.signatures);
  weights[weightIndex(index)] = weightOfFactor(priority, factor);
  orders[index] =
    index |
    (is.isPaced ? memberFlags.isPaced : 0) |
    (is.isCapped ? memberFlags.isCapped : 0) |
    (ofWallClock === 0 ? 0 : memberFlags.hasWallClock) |
    (startMs <= span.fromMs && isEndEncodable(endMs) ? 0 : memberFlags.isDated);
  drafted[index] = levelOfMember(priority, factor);
}

/** Reports whether a booking may take part in a fraction of its slots only. */
export function isPacedShare({ booking: { delivery } }: Candidate): boolean {
  if (delivery.method !== 'share' && delivery.method !== 'fill') return false;
  return delivery.goal !== undefined || delivery.hasBudget === true;
}

/** Evaluates a member that runs until its end from its previous entry. */
function draftAgain(
  draft: GroupDraft,
  index: number,
  { candidates, span, schedule }: DraftTask,
  { memberIndex, priority }: { readonly memberIndex: number; readonly priority: number },
  { tests, orders }: MemberArena,
): void {
  draft.levels[index] = absent;
  const from = memberIndex * wordsPerTest;
  const endMs = endOfTest(tests, from);
  if (endMs !== null && endMs <= span.fromMs) return;
  const flags = (orders[memberIndex] as number) & ~memberFlags.index;
  copyTest(tests, memberIndex, draft.tests, index);
  let rules = rulesOfTest(tests, from) & ~rulesOfEnd;
  if ((flags & memberFlags.hasWallClock) !== 0) {
    rules = (rules & ~(rulesOfWallClock | refusedAllHour)) | schedule(wallClockAt(candidates, index));
  }
  writeEndAndRules(draft.tests, index * wordsPerTest, endMs, endsWithin(endMs, span) ? rules | rulesOfEnd : rules);
  const factor = urgencyFactor(endMs, span.fromMs);
  draft.weights[weightIndex(index)] = weightOfFactor(priority, factor);
  draft.orders[index] = index | flags;
  draft.levels[index] = levelOfMember(priority, factor);
}

function wallClockAt({ source: { records, at }, numbers }: CandidateList, index: number): WallClockTerms {
  const number = numbers[index] as number;
  const recorded = recordAt(records, number);
  return recorded === -1 ? at(number) : wallClockOfRecord(records as DraftRecords, recorded);
}
