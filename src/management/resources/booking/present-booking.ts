import type { Kysely } from 'kysely';
import type { BookingView } from '../../../contract/booking/booking.ts';
import { availableActions } from '../../../core/booking/booking-actions.ts';
import { blockingReasonsOf, bookingStatus } from '../../../core/booking/booking-status.ts';
import { decimalFromMicros } from '../../../core/vocabulary/money.ts';
import { percentOf } from '../../../core/vocabulary/percent.ts';
import type { BookingAction, Weekday } from '../../../core/vocabulary/statuses.ts';
import type { LatestPlan } from '../../../exchange/plan/latest-plan.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type Offering, offersTo } from '../../access/acting-party.ts';
import type { Caller } from '../../access/caller.ts';
import { commonFields } from '../../records/resource.ts';
import { presentDelivery, presentLoop } from './delivery-columns.ts';
import { presentHold } from './hold-columns.ts';
import { readAds, readBookingFacts, type StoredAd, type StoredBooking } from './read-booking-facts.ts';
import { type BookingProgress, readBookingProgress } from './state/booking-progress.ts';

/** Fields of a booking that change with its delivery and not by an edit. */
export const computedBookingFields: readonly (keyof BookingView)[] = [
  'health',
  'limitingReasons',
  'delivered',
  'progress',
];

/** Inputs of booking views in addition to the database. */
export type PresentOptions = {
  readonly nowMs: number;
  readonly plan: LatestPlan | null;
  /** Caller to whom actions are offered. */
  readonly caller: Caller;
};

/** Scopes of actions on a booking, or on the campaign of bookings. */
export const bookingScopes = { approveScope: 'bookings:approve', writeScope: 'bookings:write' } as const;

/** Returns the views of bookings, computed at `nowMs`. */
export async function presentBookings(
  rows: readonly StoredBooking[],
  database: Kysely<Database>,
  { nowMs, plan, caller }: PresentOptions,
): Promise<BookingView[]> {
  const [facts, ads, offers] = await Promise.all([
    readBookingFacts(database, rows),
    readAds(
      database,
      rows.map((row) => row.id),
    ),
    offersTo<BookingAction>(caller, database, { ...bookingScopes, objects: rows.map(offeringOf) }),
  ]);
  const progress = await readBookingProgress(database, rows, { facts, plan, nowMs });
  return rows.flatMap((row, index) => {
    const [ofRow, moved, offer] = [facts.get(row.id), progress.get(row.id), offers[index]];
    if (ofRow === undefined || moved === undefined || offer === undefined) return [];
    return [
      {
        ...stored(row),
        creatives: (ads.get(row.id) ?? []).map(presentAd),
        status: bookingStatus(ofRow, nowMs),
        availableActions: offer((party) => availableActions(ofRow, nowMs, party)),
        blockingReasons: [...blockingReasonsOf(ofRow, nowMs)],
        health: moved.health,
        limitingReasons: [...moved.limitingReasons],
        delivered: moved.delivered,
        progress: progressOf(moved),
        timeZones: [...moved.timeZones],
      },
    ];
  });
}

function offeringOf(row: StoredBooking): Offering {
  return { submittedBy: row.lifecycle === 'submitted' ? row.submittedBy : [], decided: row };
}

function progressOf({ goal }: BookingProgress): BookingView['progress'] {
  if (goal === null) return null;
  return {
    deliveredPercent: percentOf(goal.delivered, goal.total),
    expectedPercent: goal.expected === null ? null : percentOf(goal.expected, goal.total),
  };
}

function stored(row: StoredBooking) {
  return {
    ...commonFields(row),
    bookingId: row.id,
    campaignId: row.campaignId,
    type: row.type as BookingView['type'],
    startDate: row.startDate.toISOString(),
    endDate: row.endDate?.toISOString() ?? null,
    activeDays: row.activeDays as Weekday[],
    dayParts: row.dayParts as BookingView['dayParts'],
    positionIds: row.positionIds,
    locationIds: row.locationIds,
    publicationIds: row.publicationIds,
    publisherIds: row.publisherIds,
    priority: row.priority,
    targeting: row.targeting,
    exclusionLabels: row.exclusionLabels,
    duplicatesAllowed: row.duplicatesAllowed,
    roadblock: row.roadblock,
    rotation: row.rotation,
    holdoutPercent: row.holdoutPercent,
    trackers: presentTrackers(row.trackers),
    delivery: presentDelivery(row.delivery),
    caps: row.caps,
    loop: presentLoop(row.loop),
    sponsored: row.sponsored,
    pricing: pricingOf(row),
    ...presentHold(row),
    makegoodOfId: row.makegoodOfId,
    rejectionReason: row.rejectionReason,
  };
}

/** Copies the lists, which are read-only in stored form. */
function presentTrackers(trackers: StoredBooking['trackers']): BookingView['trackers'] {
  return Object.fromEntries(Object.entries(trackers ?? {}).map(([event, urls]) => [event, [...urls]]));
}

function pricingOf(row: StoredBooking): BookingView['pricing'] {
  const { pricingModel, rateMicros, rateCurrency } = row;
  if (pricingModel === null || rateMicros === null || rateCurrency === null) return null;
  return {
    model: pricingModel as NonNullable<BookingView['pricing']>['model'],
    rate: { amount: decimalFromMicros(rateMicros), currency: rateCurrency },
  };
}

function presentAd(ad: StoredAd) {
  return {
    adId: ad.id,
    creativeId: ad.creativeId,
    productId: ad.productId,
    weight: ad.weight,
    startDate: ad.startDate?.toISOString() ?? null,
    endDate: ad.endDate?.toISOString() ?? null,
    state: ad.state,
  };
}
