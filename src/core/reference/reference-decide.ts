import type { Circumstances } from '../decision/decision.ts';
import type { AdRow, BookingRow, PositionRow, SnapshotRows } from '../snapshot/snapshot-rows.ts';
import type { RefusalReason } from '../words/reasons.ts';
import { claimsPart, referenceClaim } from './reference-claims.ts';
import { referencePace, referenceTicket } from './reference-draw.ts';
import { boundsOfWeights, referenceBounds } from './reference-share.ts';
import {
  type ReferenceState,
  type ReferenceViewer,
  referenceAsked,
  referenceCapReached,
  referenceNoteShown,
} from './reference-state.ts';
import { type ReferenceRequest, referenceTargeting } from './reference-targeting.ts';
import { type ReferenceTrial, referenceTrials } from './reference-trials.ts';

/** What the reference engine says about one slot. */
export type ReferenceSlot = {
  readonly slotName: string;
  readonly known: boolean;
  readonly candidates: readonly ReferenceCandidate[];
  readonly draw: bigint | null;
  /** Of a pool with more than 32 members. */
  readonly trials: readonly ReferenceTrial[];
  readonly winner: { readonly bookingId: number; readonly adId: number } | null;
};

export type ReferenceCandidate = {
  readonly bookingId: number;
  /** null: eligible. */
  readonly reason: RefusalReason | null;
  /** Tickets with which it wins a scan, from (included) and to (excluded); null when refused. */
  readonly tickets: { readonly from: bigint; readonly to: bigint } | null;
};

export type ReferenceCircumstances = Pick<Circumstances, 'nowMs' | 'seed'> & {
  /** Left out: bookings that need one are not asked. The decision keeps debts and showings in it. */
  readonly state?: ReferenceState;
};

/**
 * The rules of product decisions 5, straight from the rows: no index, no cache, no floating point. It expects rows
 * without faults and shares nothing with the fast engine but types and words.
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
    if (position === undefined || slotNames.indexOf(slotName) < slotIndex) {
      slots.push({ slotName, known: position !== undefined, candidates: [], draw: null, trials: [], winner: null });
      continue;
    }
    const alreadyWon = slots
      .map((slot) => rows.bookings.find((booking) => booking.id === slot.winner?.bookingId))
      .filter((booking) => booking !== undefined);
    const covering = rows.bookings
      .filter((booking) => nodeRank(rows, booking, position) !== null)
      .toSorted((a, b) => a.id - b.id);
    const judged = covering.map((booking) => ({
      booking,
      reason: refusal({ rows, booking, position, nowMs, seed, slotIndex, alreadyWon, request, state }),
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
      referenceNoteShown(state, chosen, viewerOf(rows, position, nowMs, request) as ReferenceViewer);
    }

    function adOf(booking: BookingRow): number {
      const ads = showableAds(rows, booking, position as PositionRow, nowMs).toSorted((a, b) => a.id - b.id);
      const adBounds = boundsOfWeights(
        ads.map((ad) => BigInt(ad.weight)),
        drawSpace,
      );
      const ticket = referenceTicket(seed, slotIndex, 'creative');
      return (ads.find((_, index) => ticket < (adBounds[index] as bigint)) as AdRow).id;
    }
  }
  return slots;
}

const drawSpace = 1n << 48n;

/** The widest node that the booking names above the position: 0 position, 1 location, 2 publication, ...; null: none. */
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

/** Whether status, creatives and dates leave the booking a moment in the hour (UTC) of the decision. */
function mayRunInHour(rows: SnapshotRows, booking: BookingRow, position: PositionRow, nowMs: number): boolean {
  if (statusRefusal(booking) !== null) return false;
  const hourMs = 3_600_000;
  const fromMs = Math.floor(nowMs / hourMs) * hourMs;
  const meets = ({ startMs, endMs }: { startMs: number | null; endMs: number | null }): boolean =>
    (startMs === null || startMs < fromMs + hourMs) && (endMs === null || endMs > fromMs);
  const fitting = booking.ads.filter(
    (ad) => rows.creatives.find((row) => row.id === ad.creativeId)?.formatId === position.formatId,
  );
  return meets(booking) && fitting.some(meets);
}

type Question = {
  readonly rows: SnapshotRows;
  readonly booking: BookingRow;
  readonly position: PositionRow;
  readonly nowMs: number;
  readonly seed: Circumstances['seed'];
  readonly slotIndex: number;
  readonly alreadyWon: readonly BookingRow[];
  readonly request: ReferenceRequest;
  readonly state: ReferenceState | undefined;
};

function refusal(question: Question): RefusalReason | null {
  const { rows, booking, position, nowMs, alreadyWon, request } = question;
  const status = statusRefusal(booking);
  if (status !== null) return status;
  if (nowMs < booking.startMs) return 'BEFORE_START';
  if (booking.endMs !== null && nowMs >= booking.endMs) return 'AFTER_END';
  const { weekday, minute } = wallClock(rows, position, nowMs);
  const isOn = (days: readonly string[]): boolean => days.length === 0 || days.includes(weekday);
  if (!isOn(booking.activeDays)) return 'DAY_NOT_ACTIVE';
  const inPart = booking.dayParts.some(
    ({ days, fromMinute, toMinute }) => isOn(days) && fromMinute <= minute && minute < toMinute,
  );
  if (booking.dayParts.length > 0 && !inPart) return 'OUTSIDE_DAY_PART';
  const { targeting } = booking;
  if (targeting !== undefined && targeting !== null) {
    const answer = referenceTargeting(targeting, request, { weekday, minute });
    if (answer === 'fails') return 'TARGETING_NOT_MET';
    if (answer === 'unknown') return 'CONSENT_MISSING';
  }
  if (sharesLabel(booking, position.blockedLabels ?? [])) return 'LABEL_BLOCKED';
  if (showableAds(rows, booking, position, nowMs).length === 0) return 'NO_FITTING_CREATIVE';
  const limited = limitRefusal(question);
  if (limited !== null) return limited;
  const others = alreadyWon.filter((one) => one.id !== booking.id || booking.duplicatesAllowed !== true);
  if (others.some((one) => sharesLabel(booking, one.exclusionLabels ?? []))) return 'EXCLUSION_LABEL';
  return others.some((one) => one.id === booking.id) ? 'ALREADY_IN_REQUEST' : null;
}

/** Caps, the end of a goal, and its pace. */
function limitRefusal({
  rows,
  booking,
  position,
  nowMs,
  seed,
  slotIndex,
  request,
  state,
}: Question): RefusalReason | null {
  if (isCapped(booking)) {
    const viewer = viewerOf(rows, position, nowMs, request);
    if (state === undefined || viewer === null || referenceCapReached(state, booking, viewer)) return 'CAP_REACHED';
  }
  const stop = state?.stopped.get(booking.id);
  if (stop !== undefined) return stop;
  const { delivery } = booking;
  if (delivery === undefined || (delivery.method !== 'share_of_voice' && delivery.goal === undefined)) return null;
  if (state === undefined) return 'PACED';
  if (claimsPart(booking)) return null;
  return referencePace(seed, slotIndex, booking.id) < referenceAsked(state, booking) ? null : 'PACED';
}

function isCapped({ caps }: BookingRow): boolean {
  return caps !== undefined && caps.length > 0;
}

/** Whom a cap counts; null: nobody knows. */
function viewerOf(
  rows: SnapshotRows,
  position: PositionRow,
  nowMs: number,
  { context }: ReferenceRequest,
): ReferenceViewer | null {
  const viewerKey = context?.viewerKey;
  return viewerKey === undefined ? null : { viewerKey, nowMs, day: wallClock(rows, position, nowMs).date };
}

function fills(booking: BookingRow): boolean {
  return booking.delivery?.method === 'fill';
}

function sharesLabel(booking: BookingRow, labels: readonly string[]): boolean {
  return (booking.exclusionLabels ?? []).some((label) => labels.includes(label));
}

function statusRefusal(booking: BookingRow): RefusalReason | null {
  if (booking.lifecycle !== 'approved') return 'BOOKING_NOT_APPROVED';
  if (booking.paused) return 'BOOKING_PAUSED';
  if (booking.held) return 'BOOKING_HELD';
  if (!booking.campaign.delivering) return 'CAMPAIGN_NOT_DELIVERING';
  if (booking.campaign.type === 'offer' || booking.campaign.type === 'option') return 'CAMPAIGN_NOT_DELIVERING';
  return null;
}

function showableAds(rows: SnapshotRows, booking: BookingRow, position: PositionRow, nowMs: number): readonly AdRow[] {
  return booking.ads.filter((ad) => {
    const creative = rows.creatives.find((row) => row.id === ad.creativeId);
    if (creative?.formatId !== position.formatId) return false;
    if (ad.startMs !== null && nowMs < ad.startMs) return false;
    return ad.endMs === null || nowMs < ad.endMs;
  });
}

type WallClock = { readonly weekday: string; readonly minute: number /** Sorts by time. */; readonly date: string };

/** Asks Intl for the very words of a wall clock in the publication's time zone. */
function wallClock(rows: SnapshotRows, position: PositionRow, nowMs: number): WallClock {
  const location = rows.locations.find((row) => row.id === position.locationId);
  const publication = rows.publications.find((row) => row.id === location?.publicationId);
  const timeZone = publication?.timeZone ?? 'UTC';
  const format = formats.get(timeZone) ?? formatOf(timeZone);
  formats.set(timeZone, format);
  const parts = format.formatToParts(nowMs);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return {
    weekday: part('weekday').toLowerCase(),
    minute: Number(part('hour')) * 60 + Number(part('minute')),
    date: `${part('year')}-${part('month')}-${part('day')}`,
  };
}

/** To make one takes a hundred times as long as to ask it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
