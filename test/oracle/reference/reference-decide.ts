import type { Circumstances } from '../../../src/core/decision/decision.ts';
import type { AdRow, BookingRow, PositionRow, SnapshotRows } from '../../../src/core/snapshot/snapshot-rows.ts';
import { hourMs } from '../../../src/core/time/durations.ts';
import type { RefusalReason } from '../../../src/core/vocabulary/reasons.ts';
import { claimsPart, isVoice, referenceGoal, referenceVoice } from './reference-claims.ts';
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
import { type ReferencePage, slotsTaken } from './reference-roadblock.ts';
import { boundsOfWeights, referenceBounds } from './reference-share.ts';
import { type ReferenceState, referenceAdWeight, referenceNoteShown, referenceTestTicket } from './reference-state.ts';
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
  const heldSlots = new Map<number, number>();
  const furtherSlots = request.furtherSlots ?? [];
  for (const [slotIndex, slotName] of slotNames.entries()) {
    const position = rows.positions.find((row) => row.slotName === slotName);
    const isFurther = furtherSlots.includes(slotIndex);
    const isOver = isFurther ? slots[slotIndex - 1]?.winner === null : slotNames.indexOf(slotName) < slotIndex;
    if (position === undefined || isOver) {
      slots.push({ slotName, known: position !== undefined, candidates: [], draw: null, trials: [], winner: null });
      continue;
    }
    const before = answerBefore(slots, request);
    const covering = rows.bookings
      .filter((booking) => nodeRank(rows, booking, position) !== null)
      .toSorted((a, b) => a.id - b.id);
    const page: ReferencePage = {
      rows,
      slotNames,
      furtherSlots,
      decided: slots.map(({ winner }, index) => ({ winner, isHeld: heldSlots.has(index) })),
      held: heldSlots,
      covers: (booking, other) => nodeRank(rows, booking, other) !== null,
      isRefused: (booking, index, after, more) => refusalAt(booking, index, after, more) !== null,
      claimant,
    };
    const refusals = new Map<BookingRow, RefusalReason | null>();
    const judge = (bookings: readonly BookingRow[]) => {
      const question = { rows, position, nowMs, seed, slotIndex, alreadyWon: wonBefore(slotIndex), before, request };
      for (const booking of bookings) {
        const isHolder = booking.id === heldSlots.get(slotIndex);
        refusals.set(booking, isHolder ? null : referenceRefusal({ ...question, booking, state, page }));
      }
      return bookings.filter((booking) => refusals.get(booking) === null);
    };
    // What a roadblock can get depends on the deficits: those of shares of voice are judged before they change.
    const holder = covering.find(({ id }) => id === heldSlots.get(slotIndex)) ?? null;
    const voices = judge(covering.filter(isVoice)).filter((booking) => booking !== holder);
    const voice = state === undefined ? null : referenceVoice(voices, state, holder === null ? 'win' : 'wait');
    const others = judge(covering.filter((booking) => !isVoice(booking)));
    const claimed = holder ?? voice ?? (state === undefined ? null : referenceGoal(others, state, { seed, slotIndex }));
    const fit = covering.filter((booking) => refusals.get(booking) === null);
    const sharing = fit.filter((booking) => !fills(booking) && !claimsPart(booking));
    const isFilling = sharing.length === 0 && claimed === null;
    const eligible = holder !== null ? [] : isFilling ? fit.filter(fills) : sharing;
    const bounds = eligible.length === 0 ? [] : referenceBounds(eligible, nowMs, drawSpace);
    const candidates = covering.map((booking): ReferenceCandidate => {
      const index = eligible.indexOf(booking);
      const reason = refusals.get(booking) ?? null;
      if (index !== -1) {
        return {
          bookingId: booking.id,
          reason,
          tickets: { from: bounds[index - 1] ?? 0n, to: bounds[index] as bigint },
        };
      }
      const isSpared = reason === null && booking !== claimed;
      const sparing = holder !== null ? 'TAKEN_BY_ROADBLOCK' : fills(booking) ? 'FILL_NOT_NEEDED' : 'PACED';
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
    const winner = chosen === undefined ? null : { bookingId: chosen.id, adId: adOf(chosen, position, slotIndex) };
    if (chosen !== undefined && holder === null) {
      for (const index of slotsTaken(chosen, page)) heldSlots.set(index, chosen.id);
    }
    slots.push({ slotName, known: true, candidates, draw, trials, winner });
    if (state !== undefined && chosen !== undefined && isCapped(chosen)) {
      referenceNoteShown(state, chosen, referenceViewerOf(rows, position, nowMs, request));
    }
  }
  return slots;

  function wonBefore(slotIndex: number): readonly BookingRow[] {
    return slots
      .slice(0, slotIndex)
      .map((slot) => rows.bookings.find((booking) => booking.id === slot.winner?.bookingId))
      .filter((booking) => booking !== undefined);
  }

  /** Refusal of a booking in a separate slot, after the winners of the slots before `after`. */
  function refusalAt(booking: BookingRow, slotIndex: number, after: number, more = 0): RefusalReason | null {
    const position = rows.positions.find((row) => row.slotName === slotNames[slotIndex]) as PositionRow;
    const alreadyWon = wonBefore(after);
    return referenceRefusal({
      rows,
      booking,
      position,
      nowMs,
      seed,
      slotIndex,
      alreadyWon,
      before: [],
      request,
      state,
      more,
    });
  }

  /** Booking that would claim a later slot after the winners so far. */
  function claimant(slotIndex: number): number | null {
    if (state === undefined) return null;
    const position = rows.positions.find((row) => row.slotName === slotNames[slotIndex]) as PositionRow;
    const fit = rows.bookings
      .filter((booking) => claimsPart(booking) && nodeRank(rows, booking, position) !== null)
      .filter((booking) => refusalAt(booking, slotIndex, slots.length) === null);
    const copy = { ...state, owed: new Map(state.owed) };
    return (referenceVoice(fit, copy, 'win') ?? referenceGoal(fit, state, { seed, slotIndex }))?.id ?? null;
  }

  function adOf(booking: BookingRow, position: PositionRow, slotIndex: number): number {
    const showable = referenceShowableAds(rows, booking, position, nowMs);
    const range = { rows, before: answerBefore(slots, request), position, request };
    const ads = referenceAdsBelowBrandLimit(priorAds(showable, range), range).toSorted((a, b) => a.id - b.id);
    const adBounds = boundsOfWeights(
      ads.map((ad) => referenceAdWeight(state, booking, ad, ads.length)),
      drawSpace,
    );
    const ticket =
      referenceTestTicket(state, booking, request.context?.experimentBuckets) ??
      referenceTicket(seed, slotIndex, 'creative');
    return (ads.find((_, index) => ticket < (adBounds[index] as bigint)) as AdRow).id;
  }
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
