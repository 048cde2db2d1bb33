import { type Kysely, sql } from 'kysely';
import type { BookingDiagnosis } from '../../../contract/booking/booking-diagnosis.ts';
import type { SharePreview } from '../../../contract/booking/share-preview.ts';
import { bookingStatus } from '../../../core/booking/booking-status.ts';
import {
  type Diagnosed,
  diagnoseBooking,
  diagnosePosition,
  type RemedyTarget,
} from '../../../core/booking/diagnose-booking.ts';
import { dayPartHolds, includesDay } from '../../../core/decision/tables/schedule.ts';
import { type EventCounts, eachCounter } from '../../../core/pricing/billable-events.ts';
import type { DayPart } from '../../../core/time/day-part.ts';
import { localClock } from '../../../core/time/local-time.ts';
import type { Weekday } from '../../../core/vocabulary/statuses.ts';
import type { LatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { counterSums, countersOrZero } from '../../../platform/db/counter-columns.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readAds, readBookingFacts, type StoredBooking } from '../../resources/booking/read-booking-facts.ts';
import { readBookingProgress } from '../../resources/booking/state/booking-progress.ts';
import { draftTermsOf } from './draft-terms.ts';
import { meetsFloor } from './meets-floor.ts';
import { previewShares } from './preview-shares.ts';

type Options = { readonly nowMs: number; readonly plan: LatestPlan | null };

/** Returns why a booking delivers or not, overall and at each of its most requested positions. */
export async function readDiagnosis(
  database: Kysely<Database>,
  booking: StoredBooking,
  { nowMs, plan }: Options,
): Promise<BookingDiagnosis> {
  const facts = (await readBookingFacts(database, [booking])).get(booking.id);
  if (facts === undefined) throw new Error(`booking ${booking.id} has no facts`);
  const options = { facts: new Map([[booking.id, facts]]), plan, nowMs };
  const progress = (await readBookingProgress(database, [booking], options)).get(booking.id);
  if (progress === undefined) throw new Error(`booking ${booking.id} has no progress`);
  const { goal, isBudgetSpent, health, limitingReasons } = progress;
  const found = diagnoseBooking(
    facts,
    {
      hasTargeting: booking.targeting !== null,
      hasCaps: booking.caps.length > 0,
      goalReached: goal !== null && goal.delivered >= goal.total,
      isBudget: booking.delivery.goal?.kind === 'spend',
      isBudgetSpent,
      hasOwnBudget: booking.delivery.budget !== undefined,
      limitingReasons,
    },
    nowMs,
  );
  const shares = await sharesOf(database, booking, { nowMs, plan });
  const factsOfPositions = await readPositionFacts(database, booking, { positions: shares.positions, nowMs });
  const waiting = (await readAds(database, [booking.id])).get(booking.id)?.find(({ state }) => state !== 'approved');
  const ids = { booking: booking.id, campaign: booking.campaignId, creative: waiting?.creativeId ?? null };
  const isBlocked = found.some(({ effect }) => effect === 'blocks');
  return {
    bookingId: booking.id,
    at: new Date(nowMs).toISOString(),
    status: bookingStatus(facts, nowMs),
    health,
    reasons: found.map((each) => presentReason(each, { ...ids, position: null })),
    positionCount: shares.positionCount,
    positions: shares.positions.flatMap((position) => {
      const stored = factsOfPositions.get(position.positionId);
      if (stored === undefined) return [];
      const here = diagnosePosition(positionFacts(booking, stored, { position, nowMs }));
      const ofPosition = { ...ids, creative: stored.waitingCreativeId ?? ids.creative, position: position.positionId };
      return [
        {
          positionId: position.positionId,
          slotName: position.slotName,
          requestsPerDay: position.requestsPerDay,
          canShow: !isBlocked && here.every(({ effect }) => effect !== 'blocks'),
          sharePercent: position.sharePercentBefore ?? 0,
          deliveredToday: eachCounter((counter) => stored[counter]),
          reasons: here.map((each) => presentReason(each, ofPosition)),
        },
      ];
    }),
  };
}

/** Reads the current shares, with the booking as stored. */
function sharesOf(database: Kysely<Database>, booking: StoredBooking, { nowMs, plan }: Options): Promise<SharePreview> {
  const body = { ...draftTermsOf(booking), at: new Date(nowMs).toISOString() };
  return previewShares(database, body, { reach: 'everything', nowMs, plan });
}

type TestPosition = EventCounts & {
  readonly positionId: number;
  readonly timeZone: string;
  readonly isBlocked: boolean;
  readonly isBelowFloor: boolean;
  readonly fittingCount: number;
  readonly creativeCount: number;
  readonly waitingCreativeId: number | null;
};

type Placed = { readonly positions: SharePreview['positions']; readonly nowMs: number };

async function readPositionFacts(
  database: Kysely<Database>,
  { id, exclusionLabels, pricingModel, rateMicros, rateCurrency }: StoredBooking,
  { positions, nowMs }: Placed,
): Promise<ReadonlyMap<number, TestPosition>> {
  const ids = positions.map(({ positionId }) => positionId);
  const { rows } = await sql<TestPosition>`
    select position.id as position_id, publication.time_zone,
      position.blocked_labels && ${exclusionLabels}::text[] as is_blocked,
      not ${meetsFloor({
        model: sql`${pricingModel}::text`,
        micros: sql`${rateMicros}::bigint`,
        currency: sql`${rateCurrency}::text`,
      })} as is_below_floor,
      coalesce(shown.fitting_count, 0) as fitting_count, coalesce(shown.creative_count, 0) as creative_count,
      shown.waiting_creative_id, ${countersOrZero('today')}
    from position
    join location on location.id = position.location_id
    join publication on publication.id = location.publication_id
    left join lateral (
      select count(*) as creative_count,
        count(*) filter (where creative.state = 'approved' and not creative.paused) as fitting_count,
        min(creative.id) filter (where creative.state <> 'approved' or creative.paused) as waiting_creative_id
      from booking_creative ad join creative on creative.id = ad.creative_id and creative.archived_at is null
      where ad.booking_id = ${id} and ad.removed_at is null and creative.format_id = position.format_id
    ) shown on true
    left join lateral (
      select ${counterSums('delivery_hour')}
      from delivery_hour
      where delivery_hour.booking_id = ${id} and delivery_hour.position_id = position.id
        and delivery_hour.local_day = (${new Date(nowMs)}::timestamptz at time zone publication.time_zone)::date
    ) today on true
    where position.id = any(${ids}::bigint[])`.execute(database);
  return new Map(rows.map((row) => [row.positionId, row]));
}

type AtPosition = { readonly position: SharePreview['positions'][number]; readonly nowMs: number };

function positionFacts(booking: StoredBooking, stored: TestPosition, { position, nowMs }: AtPosition) {
  const local = localClock(stored.timeZone).momentAt(nowMs);
  const dayParts = booking.dayParts as DayPart[];
  const given = position.competitors.reduce((sum, { sharePercent }) => sum + sharePercent, 0);
  return {
    isActiveDay: includesDay(booking.activeDays as Weekday[], local),
    isInDayPart: dayParts.length === 0 || dayParts.some((part) => dayPartHolds(part, local)),
    isBlocked: stored.isBlocked,
    isBelowFloor: stored.isBelowFloor,
    hasFittingCreative: stored.fittingCount > 0,
    hasCreativeOfFormat: stored.creativeCount > 0,
    isFillUnneeded: booking.delivery.method === 'fill' && position.sharePercentBefore === 0 && given > 0,
    hasRequests: position.requestsPerDay !== null,
  };
}

const kindOf = {
  booking: 'bookings',
  campaign: 'campaigns',
  creative: 'creatives',
  position: 'inventory/position',
} as const satisfies Record<RemedyTarget, string>;

/** A reason whose object no longer exists (a creative that was removed meanwhile) refers to the booking. */
function presentReason(
  { code, effect, remedy, on, field }: Diagnosed,
  ids: Readonly<Record<RemedyTarget, number | null>> & { readonly booking: number },
): BookingDiagnosis['reasons'][number] {
  const id = ids[on];
  const target = id === null ? { kind: kindOf.booking, id: ids.booking } : { kind: kindOf[on], id };
  return { code, effect, remedy, on: target, field };
}
