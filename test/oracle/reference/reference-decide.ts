import type { Circumstances } from '../../../src/core/decision/decision.ts';
import type { AdRow, BookingRow, PositionRow, SnapshotRows } from '../../../src/core/snapshot/snapshot-rows.ts';
import { hourMs } from '../../../src/core/time/durations.ts';
import type { RefusalReason } from '../../../src/core/vocabulary/reasons.ts';
import { claimsPart, referenceClaim } from './reference-claims.ts';
import { referenceTicket } from './reference-draw.ts';
import {
  isCapped,
  priorAds,
  referenceAdsBelowBrandLimit,
  referenceRefusal,
  referenceShowableAds,
  referenceViewerOf,
  statusRefusal,
} from './reference-refusal.ts';
import { boundsOfWeights, referenceBounds } from './reference-share.ts';
import { type ReferenceState, referenceAdWeight, referenceNoteShown } from './reference-state.ts';
import type { ReferenceRequest } from './reference-targeting.ts';
import { type ReferenceTrial, referenceTrials } from './reference-trials.ts';

/** Result of the reference implementation for one slot. */
export type ReferenceSlot = {
  readonly slotName: string;
  readonly known: boolean;
  readonly candidates: readonly ReferenceCandidate[];
  readonly draw: bigint | null;
  /** Set for a pool with more than 32 members. */
  readonly trials: readonly ReferenceTrial[];
  readonly winner: { readonly bookingId: number; readonly adId: number } | null;
};

export type ReferenceCandidate = {
  readonly bookingId: number;
  /** null: eligible. */
  readonly reason: RefusalReason | null;
  /** Tickets with which it wins a scan, inclusive start and exclusive end. null when refused. */
  readonly tickets: { readonly from: bigint; readonly to: bigint } | null;
};

export type ReferenceCircumstances = Pick<Circumstances, 'nowMs' | 'seed'> & {
  /** Omitted: bookings that need a state do not take part. The decision updates deficits and impressions in it. */
  readonly state?: ReferenceState;
};

/**
 * Implements the rules of product decisions 5 directly on the rows: no index, no cache, no floating point. It requires
 * valid rows and shares only types and vocabulary with the engine.
 */
export function referenceDecide(
  rows: SnapshotRows,
  slotNames: readonly string[],
  { nowMs, seed, state }: ReferenceCircumstances,
  request: ReferenceRequest = { parameters: new Map() },
): readonly ReferenceSlot[] {
  const slots: ReferenceSlot[] = [];
  for (const [slotIndex, slotName] of slotNames.entries()) {
    const position = rows.positions.find((row) => row.slotName === slotName);
    const isFurther = request.furtherSlots?.includes(slotIndex) === true;
    const isOver = isFurther ? slots[slotIndex - 1]?.winner === null : slotNames.indexOf(slotName) < slotIndex;
    if (position === undefined || isOver) {
      slots.push({ slotName, known: position !== undefined, candidates: [], draw: null, trials: [], winner: null });
      continue;
    }
    const alreadyWon = slots
      .map((slot) => rows.bookings.find((booking) => booking.id === slot.winner?.bookingId))
      .filter((booking) => booking !== undefined);
    const before = answerBefore(slots, request);
    const covering = rows.bookings
      .filter((booking) => nodeRank(rows, booking, position) !== null)
      .toSorted((a, b) => a.id - b.id);
    const judged = covering.map((booking) => ({
      booking,
      reason: referenceRefusal({ rows, booking, position, nowMs, seed, slotIndex, alreadyWon, before, request, state }),
    }));
    const fit = judged.filter(({ reason }) => reason === null).map(({ booking }) => booking);
    const claimed = state === undefined ? null : referenceClaim(fit.filter(claimsPart), state, { seed, slotIndex });
    const sharing = fit.filter((booking) => !fills(booking) && !claimsPart(booking));
    const isFilling = sharing.length === 0 && claimed === null;
    const eligible = isFilling ? fit.filter(fills) : sharing;
    const bounds = eligible.length === 0 ? [] : referenceBounds(eligible, nowMs, drawSpace);
    const candidates = judged.map(({ booking, reason }): ReferenceCandidate => {
      const index = eligible.indexOf(booking);
      if (index !== -1) {
        return {
          bookingId: booking.id,
          reason,
          tickets: { from: bounds[index - 1] ?? 0n, to: bounds[index] as bigint },
        };
      }
      const isSpared = reason === null && booking !== claimed;
      const sparing = fills(booking) ? 'FILL_NOT_NEEDED' : 'PACED';
      return { bookingId: booking.id, reason: isSpared ? sparing : reason, tickets: null };
    });
    const members = covering
      .filter((booking) => !claimsPart(booking) && fills(booking) === isFilling)
      .filter((booking) => mayRunInHour(rows, booking, position, nowMs))
      .map((booking) => ({ booking, nodeRank: nodeRank(rows, booking, position) as number }));
    const trials =
      members.length > 32 && claimed === null
        ? referenceTrials(members, (booking) => eligible.includes(booking), { nowMs, seed, slotIndex })
        : [];
    const lastTrial = trials.at(-1);
    const scanTicket = eligible.length === 0 || claimed !== null ? null : referenceTicket(seed, slotIndex, 'booking');
    const drawn =
      lastTrial?.outcome === 'won'
        ? eligible.find((booking) => booking.id === lastTrial.bookingId)
        : eligible.find((_, index) => scanTicket !== null && scanTicket < (bounds[index] as bigint));
    const draw = lastTrial?.outcome === 'won' ? lastTrial.ticket : scanTicket;
    const chosen = claimed ?? drawn;
    const winner = chosen === undefined ? null : { bookingId: chosen.id, adId: adOf(chosen) };
    slots.push({ slotName, known: true, candidates, draw, trials, winner });
    if (state !== undefined && chosen !== undefined && isCapped(chosen)) {
      referenceNoteShown(state, chosen, referenceViewerOf(rows, position, nowMs, request));
    }

    function adOf(booking: BookingRow): number {
      const showable = referenceShowableAds(rows, booking, position as PositionRow, nowMs);
      const range = { rows, before, position: position as PositionRow, request };
      const ads = referenceAdsBelowBrandLimit(priorAds(showable, range), range).toSorted((a, b) => a.id - b.id);
      const adBounds = boundsOfWeights(
        ads.map((ad) => referenceAdWeight(state, booking, ad, ads.length)),
        drawSpace,
      );
      const ticket = referenceTicket(seed, slotIndex, 'creative');
      return (ads.find((_, index) => ticket < (adBounds[index] as bigint)) as AdRow).id;
    }
  }
  return slots;
}

/** Returns the winners of earlier slots of the same response. */
function answerBefore(slots: readonly ReferenceSlot[], { furtherSlots }: ReferenceRequest) {
  let from = slots.length;
  while (furtherSlots?.includes(from)) from -= 1;
  return slots.slice(from).flatMap(({ winner }) => (winner === null ? [] : [winner]));
}

const drawSpace = 1n << 48n;

/**
 * Returns the rank of the widest node above the position that the booking names: 0 position, 1 location, 2 publication,
 * ... null: none.
 */
function nodeRank(rows: SnapshotRows, { inventory }: BookingRow, position: PositionRow): number | null {
  const location = rows.locations.find((row) => row.id === position.locationId);
  const publication = rows.publications.find((row) => row.id === location?.publicationId);
  if (location === undefined || publication === undefined) return null;
  const named = [
    inventory.positionIds.includes(position.id),
    inventory.locationIds.includes(location.id),
    inventory.publicationIds.includes(publication.id),
  ];
  let publisher = rows.publishers.find((row) => row.id === publication.publisherId);
  for (let level = 0; publisher !== undefined && level < 32; level += 1) {
    named.push(inventory.publisherIds.includes(publisher.id));
    const parentId: number | null = publisher.parentId;
    publisher = rows.publishers.find((row) => row.id === parentId);
  }
  const widest = named.lastIndexOf(true);
  return widest === -1 ? null : widest;
}

/**
 * Returns whether status, creatives and dates allow the booking to deliver at some time in the hour (UTC) of the
 * decision.
 */
function mayRunInHour(rows: SnapshotRows, booking: BookingRow, position: PositionRow, nowMs: number): boolean {
  if (statusRefusal(booking) !== null) return false;
  const fromMs = Math.floor(nowMs / hourMs) * hourMs;
  const meets = ({ startMs, endMs }: { startMs: number | null; endMs: number | null }): boolean =>
    (startMs === null || startMs < fromMs + hourMs) && (endMs === null || endMs > fromMs);
  const fitting = booking.ads.filter(
    (ad) => rows.creatives.find((row) => row.id === ad.creativeId)?.formatId === position.formatId,
  );
  return meets(booking) && fitting.some(meets);
}

function fills(booking: BookingRow): boolean {
  return booking.delivery?.method === 'fill';
}
