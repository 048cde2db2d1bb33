import { maxShownCandidates } from '../../../contract/insight/decision.ts';
import type { CandidateTrace, SlotTrace } from '../../../core/decision/decision.ts';
import type { RefusalReason } from '../../../core/vocabulary/reasons.ts';

/** Trace with the limited list of candidates in a response. */
export type ShownSlot = {
  readonly trace: SlotTrace;
  /** In ascending order of booking ID. */
  readonly shown: readonly CandidateTrace[];
  /** Refusal counts of all candidates, most frequent reason first. */
  readonly refusals: readonly { readonly reason: RefusalReason; readonly bookings: number }[];
};

/**
 * Selects the most relevant candidates of a position with very many bookings: the winner, then participants by share,
 * then refused ones.
 * @param bookingId only this one in addition to the winner; null: any
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
