import type { Circumstances } from '../../../src/core/decision/decision.ts';
import type { AdRow, BookingRow, PositionRow, SnapshotRows } from '../../../src/core/snapshot/snapshot-rows.ts';
import type { RefusalReason } from '../../../src/core/vocabulary/reasons.ts';
import { claimsPart } from './reference-claims.ts';
import { referencePace } from './reference-draw.ts';
import { type ReferencePage, roadblockRefusal, takesTogether } from './reference-roadblock.ts';
import {
  isHeldOutByReference,
  type ReferenceState,
  type ReferenceViewer,
  referenceAsked,
  referenceCapRefuses,
} from './reference-state.ts';
import { type ReferenceRequest, referenceTargeting } from './reference-targeting.ts';

/** Inputs of a rule for one booking in one slot. */
export type Question = {
  readonly rows: SnapshotRows;
  readonly booking: BookingRow;
  readonly position: PositionRow;
  readonly nowMs: number;
  readonly seed: Circumstances['seed'];
  readonly slotIndex: number;
  readonly alreadyWon: readonly BookingRow[];
  /** Winners of the earlier ads of the same response. */
  readonly before: readonly ReferenceWin[];
  readonly request: ReferenceRequest;
  readonly state: ReferenceState | undefined;
  /** Omitted: roadblocks are judged like other bookings. */
  readonly page?: ReferencePage;
  /** Slots that a roadblock gets before this one. Omitted: none. */
  readonly more?: number;
};

/** Ad that won. */
export type ReferenceWin = { readonly bookingId: number; readonly adId: number };

/** Returns the first rule that refuses the booking. null: none. Source: product decisions 5.1. */
export function referenceRefusal(question: Question): RefusalReason | null {
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
    const screen = rows.locations.find(({ id }) => id === position.locationId)?.facts ?? {};
    const answer = referenceTargeting(targeting, request, { clock: { weekday, minute }, screen });
    if (answer === 'fails') return 'TARGETING_NOT_MET';
    if (answer === 'unknown') return 'CONSENT_MISSING';
  }
  if (sharesLabel(booking, position.blockedLabels ?? [])) return 'LABEL_BLOCKED';
  if (isBelowFloor(booking, position)) return 'BELOW_FLOOR';
  const showable = referenceShowableAds(rows, booking, position, nowMs);
  if (showable.length === 0) return 'NO_FITTING_CREATIVE';
  if (priorAds(showable, question).length === 0) {
    return request.priorCreatives === undefined ? 'NEEDS_APP' : 'REQUEST_TERMS_NOT_MET';
  }
  const limited = limitRefusal(question);
  if (limited !== null) return limited;
  const others = alreadyWon.filter((one) => one.id !== booking.id || booking.duplicatesAllowed !== true);
  if (others.some((one) => sharesLabel(booking, one.exclusionLabels ?? []))) return 'EXCLUSION_LABEL';
  if (others.some((one) => one.id === booking.id)) return 'ALREADY_IN_REQUEST';
  if (question.before.some((one) => one.bookingId === booking.id)) return 'ALREADY_IN_REQUEST';
  if (referenceAdsBelowBrandLimit(priorAds(showable, question), question).length === 0) return 'BRAND_LIMIT_REACHED';
  const ofRoadblock = question.page === undefined ? null : roadblockRefusal(booking, question.page);
  if (ofRoadblock !== null) return ofRoadblock;
  return isHeldOutByReference(question.state, booking, request.context?.experimentBuckets) ? 'HOLDOUT' : null;
}

/** A price in another currency does not count. */
function isBelowFloor({ cpm }: BookingRow, { floor }: PositionRow): boolean {
  if (floor === undefined) return false;
  return cpm === null || cpm.currency !== floor.currency || cpm.micros < floor.micros;
}

/** Returns the ads whose brand has not reached its limit in the response. */
export function referenceAdsBelowBrandLimit(
  ads: readonly AdRow[],
  { rows, before, position, request }: Pick<Question, 'rows' | 'before' | 'position' | 'request'>,
): readonly AdRow[] {
  const brandOf = (creativeId: number) => rows.creatives.find((row) => row.id === creativeId)?.brandId;
  const shown = before.map(({ bookingId, adId }) => {
    const ofBooking = rows.bookings.find((booking) => booking.id === bookingId)?.ads;
    return brandOf(ofBooking?.find((ad) => ad.id === adId)?.creativeId ?? 0);
  });
  const most = [position.maxPerBrand, request.maxPerBrand].filter((limit) => limit !== undefined);
  return ads.filter(({ creativeId }) => {
    const times = shown.filter((brand) => brand === brandOf(creativeId)).length;
    return most.every((limit) => times < limit);
  });
}

/** Checks caps, a reached goal, and pacing. */
function limitRefusal({
  rows,
  booking,
  position,
  nowMs,
  seed,
  slotIndex,
  alreadyWon,
  request,
  state,
  more = 0,
}: Question): RefusalReason | null {
  if (isCapped(booking)) {
    const viewer = referenceViewerOf(rows, position, nowMs, request);
    if (state === undefined || referenceCapRefuses(state, booking, viewer, alreadyWon, more)) return 'CAP_REACHED';
  }
  const stop = state?.stopped.get(booking.id);
  if (stop !== undefined) return stop;
  const { delivery } = booking;
  if (delivery === undefined) return null;
  const hasGoal = delivery.method === 'share_of_voice' || delivery.goal !== undefined;
  if (!hasGoal && delivery.hasBudget !== true) return null;
  if (state === undefined) return 'PACED';
  if (claimsPart(booking)) return null;
  const ticket = referencePace(seed, takesTogether(booking) ? 0 : slotIndex, booking.id);
  return ticket < referenceAsked(state, booking) ? null : 'PACED';
}

export function isCapped({ caps }: BookingRow): boolean {
  return caps !== undefined && caps.length > 0;
}

/** Returns the viewer in each form that caps can count. */
export function referenceViewerOf(
  rows: SnapshotRows,
  position: PositionRow,
  nowMs: number,
  { context }: ReferenceRequest,
): ReferenceViewer {
  const who = {
    viewer: context?.viewerKey,
    first_party: context?.firstPartyKey,
    session: context?.sessionKey,
    household: context?.householdKey,
    store: context?.storeKey,
    screen: context?.screenKey,
  };
  return { who, nowMs, day: wallClock(rows, position, nowMs).date };
}

function sharesLabel(booking: BookingRow, labels: readonly string[]): boolean {
  return (booking.exclusionLabels ?? []).some((label) => labels.includes(label));
}

/** Returns the refusal by the status of booking and campaign. */
export function statusRefusal(booking: BookingRow): RefusalReason | null {
  if (booking.lifecycle !== 'approved') return 'BOOKING_NOT_APPROVED';
  if (booking.paused) return 'BOOKING_PAUSED';
  if (booking.held) return 'BOOKING_HELD';
  if (!booking.campaign.delivering) return 'CAMPAIGN_NOT_DELIVERING';
  if (booking.campaign.type === 'offer' || booking.campaign.type === 'option') return 'CAMPAIGN_NOT_DELIVERING';
  return null;
}

/** Returns active ads whose creative fits the position. */
export function referenceShowableAds(
  rows: SnapshotRows,
  booking: BookingRow,
  position: PositionRow,
  nowMs: number,
): readonly AdRow[] {
  return booking.ads.filter((ad) => {
    const creative = rows.creatives.find((row) => row.id === ad.creativeId);
    if (creative?.formatId !== position.formatId) return false;
    if (ad.startMs !== null && nowMs < ad.startMs) return false;
    return ad.endMs === null || nowMs < ad.endMs;
  });
}

/**
 * Returns the ads that the request accepts and that fit its ad break after the earlier ads of the response. A
 * request that does not state what it accepts has no MRAID container.
 */
export function priorAds(
  ads: readonly AdRow[],
  { rows, before, request: { priorCreatives, breakMs } }: Pick<Question, 'rows' | 'before' | 'request'>,
): readonly AdRow[] {
  const shownAds = before.map(({ adId }) =>
    rows.bookings.flatMap((booking) => booking.ads).find((ad) => ad.id === adId),
  );
  const shownMs = shownAds.reduce((sum, ad) => sum + referenceDurationMs(ad?.creativeId ?? 0), 0);
  return ads.filter(
    ({ creativeId }) =>
      (priorCreatives === undefined ? !isMraid(rows, creativeId) : priorCreatives.includes(creativeId)) &&
      (breakMs === undefined || shownMs + referenceDurationMs(creativeId) <= breakMs),
  );
}

function isMraid({ creatives }: SnapshotRows, creativeId: number): boolean {
  return creatives.some(({ id, html }) => id === creativeId && html?.includes('src="mraid.js"') === true);
}

/** Returns the duration of a creative in the requests of the tests, which depends only on its ID. */
export function referenceDurationMs(creativeId: number): number {
  return creativeId * 10_000;
}

/** `date` sorts chronologically. */
type WallClock = { readonly weekday: string; readonly minute: number; readonly date: string };

/** Returns the local time in the publication's time zone, as formatted by Intl. */
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

/** Cached, because creating a format takes a hundred times as long as using it. */
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
