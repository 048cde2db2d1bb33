import type { RequestedSlot } from '../../../core/decision/ad-request.ts';
import type { Winner } from '../../../core/decision/decision.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { BookingId } from '../../../core/vocabulary/ids.ts';
import type { AskedAds } from '../../answer/write-ad.ts';
import type { TraceableRequest } from '../debug/note-decision.ts';
import type { StackSelection } from './sent-selection.ts';
import type { StackSelections } from './stack-selections.ts';

/** The winners of a decision, with the request. */
export type Decided = { readonly winners: readonly (Winner | null)[]; readonly asked: AskedAds };

/** Page view of a request, and whether the request states limits of its own. */
export type StackAsk = { readonly pageView: string; readonly saysLimits: boolean };

export type StackDecision = Decided & {
  /** Whether the decision is that of an earlier request of the page view. If so, it changes no counters. */
  readonly isRepeated: boolean;
};

/**
 * Decides the stack of one slot, which with its further slots is the only one of the request: repeats the decision of
 * an earlier request of the same page view, or decides with the seed of the page view.
 */
export function decideStackSlot(
  selections: StackSelections,
  snapshot: Snapshot,
  request: TraceableRequest,
  { pageView, saysLimits }: StackAsk,
  decide: (id: Buffer) => Decided,
): StackDecision {
  const [first] = request.slots as readonly [RequestedSlot];
  const key = selections.keyOf(pageView, first.slotName);
  const kept = selections.find(key);
  if (kept !== null && (!saysLimits || meets(kept, request))) {
    const { id, decidedAtMs } = kept;
    const winners = winnersOf(kept, snapshot, first.slotName).slice(0, request.slots.length);
    return { winners, asked: { request, decision: { id, decidedAtMs } }, isRepeated: true };
  }
  const decided = decide(selections.idFor(key, kept?.id ?? null));
  const { id, decidedAtMs } = decided.asked.decision;
  const ads = decided.winners.flatMap((winner) =>
    winner === null ? [] : [[winner.ad.booking.id, winner.ad.id] as const],
  );
  const maxPerBrand = request.maxPerBrand ?? null;
  selections.keep(key, { id, decidedAtMs, ads, limit: request.slots.length, maxPerBrand });
  return { ...decided, isRepeated: false };
}

/** Returns false if the limit per brand differs, or if the request would get fewer ads than it allows. */
function meets({ ads, limit, maxPerBrand }: StackSelection, request: TraceableRequest): boolean {
  return (request.maxPerBrand ?? null) === maxPerBrand && (limit >= request.slots.length || ads.length < limit);
}

/** Returns the winners in the current snapshot, with null for each ad that no longer exists. */
function winnersOf({ ads }: StackSelection, snapshot: Snapshot, slotName: string): readonly (Winner | null)[] {
  const position = snapshot.positionBySlotName.get(slotName);
  if (position === undefined) return [];
  return ads.map(([bookingId, adId]) => {
    const ad = snapshot.bookingById.get(bookingId as BookingId)?.ads.find(({ id }) => id === adId);
    return ad === undefined ? null : { slotName, position, ad };
  });
}
