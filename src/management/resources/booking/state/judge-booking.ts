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

/** The columns of a booking that its goal and its schedule are read from. */
export type Progressing = Pick<
  StoredBooking,
  'id' | 'delivery' | 'activeDays' | 'dayParts' | 'pricingModel' | 'rateMicros' | 'rateCurrency' | 'agreedPricing'
>;

/** What a booking has delivered in all. */
export type Totals = EventCounts & {
  /** Last local day on which anything was counted. */
  readonly lastDay: string | null;
};

/** Of what was never shown. */
export const noTotals: Totals = { ...noCounts(), lastDay: null };

/** A goal in events, and what of it should be delivered by now; null: nobody can say. */
export type GoalProgress = EventGoal & { readonly delivered: number; readonly expected: number | null };

/** What a booking is judged by. */
export type Known = {
  readonly facts: PlacedBookingFacts;
  readonly planned: PlannedBooking | undefined;
  readonly counts: Totals;
  /** Epoch ms. */
  readonly nowMs: number;
};

/** A plan that is older says nothing of now. */
const planHoldsMs = 10 * 60_000;
/** Of what has no position. */
const noZone = 'UTC';

/** How a booking is doing at `known.nowMs`, and how far its goal is. */
export function judgeBooking(
  booking: Progressing,
  known: Known,
): BookingHealth & { readonly goal: GoalProgress | null } {
  const { facts, planned, counts, nowMs } = known;
  const goal = goalOf(booking, known);
  const health = bookingHealth(
    {
      status: bookingStatus(facts, nowMs),
      inCampaign: facts.campaign.type === 'campaign',
      startMs: facts.startMs,
      goal,
      expectedPart: goal === null || goal.expected === null ? null : goal.expected / goal.total,
      isFill: booking.delivery.method === 'fill',
      wasShown: counts.impressions > 0,
      silentMs: silentMs(booking, known),
      isOverbooked: planned?.overbooked === true,
    },
    nowMs,
  );
  return { ...health, goal };
}

/** What the plan gives each booking, as long as it holds. */
export function plansAt(plan: LatestPlan | null, nowMs: number): LatestPlan['bookings'] {
  return plan !== null && Math.abs(nowMs - plan.plannedAtMs) <= planHoldsMs ? plan.bookings : new Map();
}

/** The zone of its first position, by whose days it goes. */
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

/** By the traffic that the plan knows, else by the time in which it may be shown. */
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

/** Days are whole: on a day on which it was shown it is not silent. */
function silentMs(booking: Progressing, { facts, counts, nowMs }: Known): number {
  const zone = zoneOf(facts);
  const shownUntilMs = counts.lastDay === null ? facts.startMs : endOfLocalDay(counts.lastDay, zone);
  const fromMs = Math.max(facts.startMs, shownUntilMs);
  return scheduledMs(scheduleOf(booking), clockOf(zone), { fromMs, toMs: nowMs });
}

function scheduleOf({ activeDays, dayParts }: Progressing): Schedule {
  return { activeDays: activeDays as Weekday[], dayParts: dayParts as DayPart[] };
}

/** null: it has none. */
export function priceOf({
  pricingModel: model,
  rateMicros,
}: Pick<Progressing, 'pricingModel' | 'rateMicros'>): Price | null {
  return model === null || rateMicros === null ? null : { model, rateMicros };
}

/** Made once for each zone, of which there are some hundred. */
const clocks = new Map<string, LocalClock>();
/** Moments that one clock keeps: a list asks for now, and for the midnights at which bookings begin and end, again and again. */
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
