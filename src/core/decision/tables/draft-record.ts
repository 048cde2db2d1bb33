import type { Candidate, DraftRecords, HeldBooking } from '../../snapshot/snapshot.ts';
import { signatureWords, writeSignatures } from '../../targeting/signature.ts';
import type { TargetingIndex } from '../../targeting/targeting-index.ts';
import { concernedRules, rulesOfDates } from '../eligible.ts';

/**
 * A candidate of a snapshot image as words: everything that its table entry needs, except what depends on the hour. A
 * table of thousands of candidates is built without decoding them.
 */
export const draftRecordWords = 12;

/** Offsets of words. Starts and ends are doubles; an infinite end is open. */
const recordLayout = {
  startMs: 0,
  endMs: 2,
  targetingAt: 4,
  signatures: 5,
  /** Bits of `recordFlags`, the priority from bit 16, and in the lower 16 bits the rules that do not depend on dates. */
  rulesAndFlags: 8,
  activeDays: 9,
  dayParts: 10,
} as const;

const recordFlags = {
  /** At least one of its ads has neither a start nor an end. Otherwise the candidate must be read. */
  isUndated: 2 ** 24,
  isPaced: 2 ** 25,
  isCapped: 2 ** 26,
} as const;

/** A decoded record. */
export type DraftedCandidate = {
  readonly startMs: number;
  readonly endMs: number | null;
  readonly priority: number;
  readonly targetingAt: number;
  /** Rules that may reject it, except those of its dates. */
  readonly rules: number;
  readonly isPaced: boolean;
  readonly isCapped: boolean;
};

export type DraftRecordTask = {
  readonly candidate: Candidate;
  readonly targeting: TargetingIndex;
  readonly isPaced: boolean;
  /** Indexes of the values of the booking. */
  readonly activeDays: number;
  readonly dayParts: number;
};

/** Returns the words of a record. */
export function draftRecordOf({ candidate, targeting, ...task }: DraftRecordTask): Uint32Array {
  const words = new Uint32Array(draftRecordWords);
  const doubles = new Float64Array(words.buffer);
  const { booking, fittingAds, targetingAt, isCapped } = candidate;
  doubles[recordLayout.startMs / 2] = booking.startMs;
  doubles[recordLayout.endMs / 2] = booking.endMs ?? Number.POSITIVE_INFINITY;
  words[recordLayout.targetingAt] = targetingAt;
  writeSignatures(targeting, targetingAt, words, recordLayout.signatures);
  const isUndated = fittingAds.some((ad) => ad.startMs === null && ad.endMs === null);
  words[recordLayout.rulesAndFlags] =
    (concernedRules(candidate, { fromMs: 0, toMs: 1 }) & ~rulesOfDates & 0xffff) +
    booking.priority * 2 ** 16 +
    (isUndated ? recordFlags.isUndated : 0) +
    (task.isPaced ? recordFlags.isPaced : 0) +
    (isCapped ? recordFlags.isCapped : 0);
  words[recordLayout.activeDays] = task.activeDays;
  words[recordLayout.dayParts] = task.dayParts;
  return words;
}

/** Returns the offset of the record of a candidate that it describes completely; -1: the candidate must be read. */
export function recordAt(records: DraftRecords | null, candidateNumber: number): number {
  if (records === null || candidateNumber >= records.count) return -1;
  const at = candidateNumber * draftRecordWords;
  return ((records.words[at + recordLayout.rulesAndFlags] as number) & recordFlags.isUndated) === 0 ? -1 : at;
}

/** @param at offset of the record */
export function readRecord({ words, doubles }: DraftRecords, at: number): DraftedCandidate {
  const endMs = doubles[(at + recordLayout.endMs) / 2] as number;
  const rulesAndFlags = words[at + recordLayout.rulesAndFlags] as number;
  return {
    startMs: doubles[(at + recordLayout.startMs) / 2] as number,
    endMs: endMs === Number.POSITIVE_INFINITY ? null : endMs,
    priority: (rulesAndFlags >>> 16) & 0xff,
    targetingAt: words[at + recordLayout.targetingAt] as number,
    rules: rulesAndFlags & 0xffff,
    isPaced: (rulesAndFlags & recordFlags.isPaced) !== 0,
    isCapped: (rulesAndFlags & recordFlags.isCapped) !== 0,
  };
}

/** Copies the signatures of a record. */
export function copySignatures({ words }: DraftRecords, at: number, into: Uint32Array, intoAt: number): void {
  for (let word = 0; word < signatureWords; word += 1) {
    into[intoAt + word] = words[at + recordLayout.signatures + word] as number;
  }
}

/** Returns the wall-clock fields of the booking of a record. */
export function wallClockOfRecord(
  { words, valueAt }: DraftRecords,
  at: number,
): { readonly booking: Pick<HeldBooking, 'activeDays' | 'dayParts'> } {
  return {
    booking: {
      activeDays: valueAt(words[at + recordLayout.activeDays] as number) as HeldBooking['activeDays'],
      dayParts: valueAt(words[at + recordLayout.dayParts] as number) as HeldBooking['dayParts'],
    },
  };
}
