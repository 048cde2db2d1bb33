import { type Kysely, sql } from 'kysely';
import type { BookingView } from '../../contract/booking.ts';
import { type BookingHealth, bookingHealth, expectedPartOf } from '../../core/booking/booking-health.ts';
import { bookingStatus } from '../../core/booking/booking-status.ts';
import { type Schedule, scheduledMs } from '../../core/booking/scheduled-time.ts';
import type { DayPart } from '../../core/words/day-part.ts';
import { type LocalClock, type LocalMoment, localClock } from '../../core/words/local-time.ts';
import { decimalFromMicros } from '../../core/words/money.ts';
import type { Weekday } from '../../core/words/statuses.ts';
import { endOfLocalDay, localDayOf } from '../counting/local-day.ts';
import type { Database } from '../db/schema.ts';
import { costInMicros, type EventGoal, goalInEvents, type StoredPrice } from '../pacing/goal-in-events.ts';
import type { LatestPlan } from '../pacing-file/latest-plan.ts';
import type { PlannedBooking } from '../pacing-file/plan-file.ts';
import type { PlacedBookingFacts, StoredBooking } from './read-booking-facts.ts';

/** What a booking has delivered, how far its goal is, and how it is doing. */
export type BookingProgress = BookingHealth & {
  readonly delivered: BookingView['delivered'];
  readonly goal: GoalProgress | null;
  readonly timeZones: readonly string[];
};

/** A goal in events, and what of it should be delivered by now; null: nobody can say. */
export type GoalProgress = EventGoal & { readonly delivered: number; readonly expected: number | null };

/** What is asked about each booking. */
export type ProgressOptions = {
  readonly facts: ReadonlyMap<number, PlacedBookingFacts>;
  readonly plan: LatestPlan | null;
  /** Epoch ms. */
  readonly nowMs: number;
};

type Progressing = Pick<
  StoredBooking,
  'id' | 'delivery' | 'activeDays' | 'dayParts' | 'pricingModel' | 'rateMicros' | 'rateCurrency'
>;

/** A plan that is older says nothing of now. */
const planHoldsMs = 10 * 60_000;
/** Of what has no position. */
const noZone = 'UTC';

/** The progress of each booking that has facts, by its id: one query, however many they are. */
export async function readBookingProgress(
  database: Kysely<Database>,
  bookings: readonly Progressing[],
  { facts, plan, nowMs }: ProgressOptions,
): Promise<ReadonlyMap<number, BookingProgress>> {
  const known = bookings.flatMap((booking) => {
    const ofBooking = facts.get(booking.id);
    if (ofBooking === undefined) return [];
    return [{ booking, facts: ofBooking, zone: ofBooking.timeZones[0] ?? noZone }];
  });
  const counts = await readCounts(
    database,
    known.map(({ booking, zone }) => ({ id: booking.id, today: localDayOf(nowMs, zone) })),
  );
  const holds = plan !== null && Math.abs(nowMs - plan.plannedAtMs) <= planHoldsMs;
  return new Map(
    known.map(({ booking, ...rest }) => {
      const planned = holds ? plan.bookings.get(booking.id) : undefined;
      return [booking.id, progressOf(booking, { ...rest, planned, counts: counts.get(booking.id) ?? noCounts, nowMs })];
    }),
  );
}

type Counts = {
  readonly impressions: number;
  readonly viewables: number;
  readonly clicks: number;
  readonly todayImpressions: number;
  readonly todayViewables: number;
  readonly todayClicks: number;
  /** Last local day on which anything was counted. */
  readonly lastDay: string | null;
};

const noCounts: Counts = {
  impressions: 0,
  viewables: 0,
  clicks: 0,
  todayImpressions: 0,
  todayViewables: 0,
  todayClicks: 0,
  lastDay: null,
};

async function readCounts(
  database: Kysely<Database>,
  asked: readonly { readonly id: number; readonly today: string }[],
): Promise<ReadonlyMap<number, Counts>> {
  if (asked.length === 0) return new Map();
  const { rows } = await sql<Counts & { id: number }>`
    select asked.id, total.impressions, total.viewables, total.clicks,
      coalesce(today.impressions, 0) as today_impressions, coalesce(today.viewables, 0) as today_viewables,
      coalesce(today.clicks, 0) as today_clicks, last.local_day as last_day
    from unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ today }) => today)}::date[]) asked (id, today)
    join booking_total total on total.booking_id = asked.id
    left join booking_day today on today.booking_id = asked.id and today.local_day = asked.today
    left join lateral (
      select booking_day.local_day from booking_day where booking_day.booking_id = asked.id
      order by booking_day.local_day desc limit 1
    ) last on true`.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}

type Known = {
  readonly facts: PlacedBookingFacts;
  readonly zone: string;
  readonly planned: PlannedBooking | undefined;
  readonly counts: Counts;
  readonly nowMs: number;
};

function progressOf(booking: Progressing, known: Known): BookingProgress {
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
  return { ...health, goal, timeZones: facts.timeZones, delivered: deliveredOf(booking, counts) };
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
function expectedPart(booking: Progressing, { facts, planned, zone, nowMs }: Known): number | null {
  const { startMs, endMs } = facts;
  const { method, frontLoading = 0 } = booking.delivery;
  if (endMs === null || method === 'fill') return null;
  if (nowMs >= endMs) return 1;
  const over = planned?.over ?? partOfTime(scheduleOf(booking), zone, { startMs, endMs, nowMs });
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
function silentMs(booking: Progressing, { facts, counts, zone, nowMs }: Known): number {
  const shownUntilMs = counts.lastDay === null ? facts.startMs : endOfLocalDay(counts.lastDay, zone);
  const fromMs = Math.max(facts.startMs, shownUntilMs);
  return scheduledMs(scheduleOf(booking), clockOf(zone), { fromMs, toMs: nowMs });
}

function scheduleOf({ activeDays, dayParts }: Progressing): Schedule {
  return { activeDays: activeDays as Weekday[], dayParts: dayParts as DayPart[] };
}

function deliveredOf(booking: Progressing, counts: Counts): BookingView['delivered'] {
  const { impressions, viewables, clicks } = counts;
  const today = {
    impressions: counts.todayImpressions,
    viewables: counts.todayViewables,
    clicks: counts.todayClicks,
  };
  return { impressions, viewables, clicks, spend: spendOf(booking, counts), today };
}

function spendOf(booking: Progressing, { impressions, clicks }: Counts): BookingView['delivered']['spend'] {
  const price = priceOf(booking);
  const currency = booking.rateCurrency;
  if (price === null || currency === null || (price.model !== 'cpm' && price.model !== 'cpc')) return null;
  const micros = costInMicros(price.model === 'cpm' ? impressions : clicks, price);
  return { amount: decimalFromMicros(micros), currency };
}

function priceOf({ pricingModel: model, rateMicros }: Progressing): StoredPrice | null {
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
