import { maxShownCandidates } from '../../../contract/insight/decision.ts';
import type { CandidateTrace, SlotTrace } from '../../../core/decision/decision.ts';
import type { RefusalReason } from '../../../core/vocabulary/reasons.ts';

/** A trace with as many of its candidates as an answer has. */
export type ShownSlot = {
  readonly trace: SlotTrace;
  /** In ascending order of booking id. */
  readonly shown: readonly CandidateTrace[];
  /** Of all candidates, the most frequent reason first. */
  readonly refusals: readonly { readonly reason: RefusalReason; readonly bookings: number }[];
};

/**
 * Of a position that very many bookings cover, those that matter most: the chosen one, then those that took part by their
 * share, then those that were refused.
 * @param bookingId only this one beside the chosen one; null: any
 */
export function shownSlots(traces: readonly SlotTrace[], bookingId: number | null): readonly ShownSlot[] {
  return traces.map((trace) => ({
    trace,
    shown: shownOf(trace.candidates, bookingId),
    refusals: refusalsOf(trace.candidates),
  }));
}

function shownOf(candidates: readonly CandidateTrace[], bookingId: number | null): readonly CandidateTrace[] {
  if (bookingId !== null) return candidates.filter((each) => each.bookingId === bookingId || isChosen(each));
  if (candidates.length <= maxShownCandidates) return candidates;
  return [...candidates]
    .sort((one, other) => importanceOf(other) - importanceOf(one) || one.bookingId - other.bookingId)
    .slice(0, maxShownCandidates)
    .sort((one, other) => one.bookingId - other.bookingId);
}

function isChosen(candidate: CandidateTrace): boolean {
  return candidate.eligible && candidate.won;
}

function importanceOf(candidate: CandidateTrace): number {
  return candidate.eligible ? (candidate.won ? 2 : candidate.share) : -1;
}

function refusalsOf(candidates: readonly CandidateTrace[]): ShownSlot['refusals'] {
  const counts = new Map<RefusalReason, number>();
  for (const candidate of candidates) {
    if (!candidate.eligible) counts.set(candidate.reason, (counts.get(candidate.reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, bookings]) => ({ reason, bookings })).sort((a, b) => b.bookings - a.bookings);
}
