import { type BookingHealth, bookingHealth, expectedPartOf } from '../../../../core/booking/booking-health.ts';
import { bookingStatus } from '../../../../core/booking/booking-status.ts';
import { type Schedule, scheduledMs } from '../../../../core/booking/scheduled-time.ts';
import { type EventCounts, noCounts } from '../../../../core/pricing/billable-events.ts';
import type { Price } from '../../../../core/pricing/price-model.ts';
import type { DayPart } from '../../../../core/time/day-part.ts';
import { type LocalClock, type LocalMoment, localClock } from '../../../../core/time/local-time.ts';
import type { Weekday } from '../../../../core/vocabulary/statuses.ts';
import { endOfLocalDay } from '../../../../exchange/journal/local-day.ts';
import { type EventGoal, goalInEvents } from '../../../../exchange/plan/goal-in-events.ts';
import type { LatestPlan } from '../../../../exchange/plan/latest-plan.ts';
import type { PlannedBooking } from '../../../../exchange/plan/plan-file.ts';
import type { PlacedBookingFacts, StoredBooking } from '../read-booking-facts.ts';

/** Columns that determine the goal and schedule of a booking. */
export type Progressing = Pick<
  StoredBooking,
  'id' | 'delivery' | 'activeDays' | 'dayParts' | 'pricingModel' | 'rateMicros' | 'rateCurrency' | 'agreedPricing'
>;

/** Total delivery of a booking. */
export type Totals = EventCounts & {
  /** Last local day with counted events. */
  readonly lastDay: string | null;
  /** The counts of a third party differ by more than the threshold of the account. */
  readonly hasDiscrepancy: boolean;
};

/** Totals of a booking without delivery. */
export const noTotals: Totals = { ...noCounts(), lastDay: null, hasDiscrepancy: false };

/** Goal in events, and the expected delivery until now. `expected` is null if it is unknown. */
export type GoalProgress = EventGoal & { readonly delivered: number; readonly expected: number | null };

/** Inputs of a judgement. */
export type Known = {
  readonly facts: PlacedBookingFacts;
  readonly planned: PlannedBooking | undefined;
  readonly counts: Totals;
  /** Missed part of its planned plays on screens. undefined: not planned. */
  readonly missedPart: number | undefined;
  /** Epoch ms. */
  readonly nowMs: number;
};

/** Age limit of the plan in milliseconds. An older plan is ignored. */
const planHoldsMs = 10 * 60_000;
/** Time zone of a booking without positions. */
const noZone = 'UTC';

/** Returns the health of a booking at `known.nowMs` and the progress of its goal. */
export function judgeBooking(
  booking: Progressing,
  known: Known,
): BookingHealth & { readonly goal: GoalProgress | null; readonly isBudgetSpent: boolean } {
  const { facts, planned, counts, nowMs } = known;
  const goal = goalOf(booking, known);
  const status = bookingStatus(facts, nowMs);
  // The plan gives no part of a budget to bookings that do not run.
  const isBudgetSpent = status === 'running' && planned !== undefined && planned.budget?.left === 0;
  const health = bookingHealth(
    {
      status,
      inCampaign: facts.campaign.type === 'campaign',
      startMs: facts.startMs,
      goal,
      expectedPart: goal === null || goal.expected === null ? null : goal.expected / goal.total,
      isFill: booking.delivery.method === 'fill',
      wasShown: counts.impressions > 0,
      silentMs: silentMs(booking, known),
      missedPart: known.missedPart ?? null,
      isOverbooked: planned?.overbooked === true,
      hasDiscrepancy: counts.hasDiscrepancy,
      isBudgetSpent,
    },
    nowMs,
  );
  return { ...health, goal, isBudgetSpent };
}

/** Returns the allocations of the plan, or none if it is too old. */
export function plansAt(plan: LatestPlan | null, nowMs: number): LatestPlan['bookings'] {
  return plan !== null && Math.abs(nowMs - plan.plannedAtMs) <= planHoldsMs ? plan.bookings : new Map();
}

/** Returns the time zone of its first position, which defines its days. */
export function zoneOf({ timeZones }: PlacedBookingFacts): string {
  return timeZones[0] ?? noZone;
}

function goalOf(booking: Progressing, known: Known): GoalProgress | null {
  const stored = booking.delivery.goal;
  const goal = stored === undefined ? null : goalInEvents(stored, priceOf(booking));
  if (goal === null || goal.total <= 0) return null;
  const part = expectedPart(booking, known);
  return {
    ...goal,
    delivered: known.counts[goal.counter],
    expected: part === null ? null : Math.round(goal.total * part),
  };
}

/** Uses the expected traffic of the plan, otherwise the scheduled time. */
function expectedPart(booking: Progressing, { facts, planned, nowMs }: Known): number | null {
  const { startMs, endMs } = facts;
  const { method, frontLoading = 0 } = booking.delivery;
  if (endMs === null || method === 'fill') return null;
  if (nowMs >= endMs) return 1;
  const over = planned?.over ?? partOfTime(scheduleOf(booking), zoneOf(facts), { startMs, endMs, nowMs });
  return expectedPartOf(over, frontLoading / 100);
}

function partOfTime(
  schedule: Schedule,
  zone: string,
  { startMs, endMs, nowMs }: { readonly startMs: number; readonly endMs: number; readonly nowMs: number },
): number {
  const clock = clockOf(zone);
  const life = scheduledMs(schedule, clock, { fromMs: startMs, toMs: endMs });
  return life === 0 ? 0 : scheduledMs(schedule, clock, { fromMs: startMs, toMs: nowMs }) / life;
}

/** Counts whole days: a day with delivery is not silent. */
function silentMs(booking: Progressing, { facts, counts, nowMs }: Known): number {
  const zone = zoneOf(facts);
  const shownUntilMs = counts.lastDay === null ? facts.startMs : endOfLocalDay(counts.lastDay, zone);
  const fromMs = Math.max(facts.startMs, shownUntilMs);
  return scheduledMs(scheduleOf(booking), clockOf(zone), { fromMs, toMs: nowMs });
}

function scheduleOf({ activeDays, dayParts }: Progressing): Schedule {
  return { activeDays: activeDays as Weekday[], dayParts: dayParts as DayPart[] };
}

/** Returns the price. null if it has none. */
export function priceOf({
  pricingModel: model,
  rateMicros,
}: Pick<Progressing, 'pricingModel' | 'rateMicros'>): Price | null {
  return model === null || rateMicros === null ? null : { model, rateMicros };
}

/** Cache per time zone, of which there are some hundred. */
const clocks = new Map<string, LocalClock>();
/**
 * Most cached times per clock. Lists repeatedly convert the current time and the midnights at which bookings begin and
 * end.
 */
const maxKeptMoments = 10_000;

function clockOf(zone: string): LocalClock {
  const clock = clocks.get(zone) ?? rememberingClock(localClock(zone));
  clocks.set(zone, clock);
  return clock;
}

function rememberingClock(clock: LocalClock): LocalClock {
  const moments = new Map<number, LocalMoment>();
  return {
    timeZone: clock.timeZone,
    momentAt(instantMs) {
      const known = moments.get(instantMs);
      if (known !== undefined) return known;
      if (moments.size >= maxKeptMoments) moments.clear();
      const moment = clock.momentAt(instantMs);
      moments.set(instantMs, moment);
      return moment;
    },
  };
}
