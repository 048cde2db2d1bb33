import { type Kysely, sql } from 'kysely';
import type { BookingView } from '../../../../contract/booking/booking.ts';
import type { BookingHealth } from '../../../../core/booking/booking-health.ts';
import { counters, type EventCounter, eachCounter } from '../../../../core/pricing/billable-events.ts';
import { costOfEvents } from '../../../../core/pricing/price-model.ts';
import { decimalFromMicros } from '../../../../core/vocabulary/money.ts';
import { localDayOf } from '../../../../exchange/journal/local-day.ts';
import type { LatestPlan } from '../../../../exchange/plan/latest-plan.ts';
import { counterColumns, countersOrZero } from '../../../../platform/db/counter-columns.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { agreedPricing } from '../agreed-pricing.ts';
import type { PlacedBookingFacts } from '../read-booking-facts.ts';
import {
  type GoalProgress,
  judgeBooking,
  noTotals,
  type Progressing,
  plansAt,
  priceOf,
  type Totals,
  zoneOf,
} from './judge-booking.ts';
import { readMissedParts } from './missed-parts.ts';
import { readDisputed } from './read-disputed.ts';

/** Delivered events of a booking, progress of its goal, and its health. */
export type BookingProgress = BookingHealth & {
  readonly delivered: BookingView['delivered'];
  readonly goal: GoalProgress | null;
  readonly isBudgetSpent: boolean;
  readonly timeZones: readonly string[];
};

/** Inputs of the progress of bookings. */
export type ProgressOptions = {
  readonly facts: ReadonlyMap<number, PlacedBookingFacts>;
  readonly plan: LatestPlan | null;
  /** Epoch ms. */
  readonly nowMs: number;
};

/** Returns the progress of each booking that has facts by its ID, with a query for all of them. */
export async function readBookingProgress(
  database: Kysely<Database>,
  bookings: readonly Progressing[],
  { facts, plan, nowMs }: ProgressOptions,
): Promise<ReadonlyMap<number, BookingProgress>> {
  const known = bookings.flatMap((booking) => {
    const ofBooking = facts.get(booking.id);
    if (ofBooking === undefined) return [];
    return [{ booking, facts: ofBooking }];
  });
  const days = known.map(({ booking, facts: of }) => ({ id: booking.id, today: localDayOf(nowMs, zoneOf(of)) }));
  const ids = days.map(({ id }) => id);
  const [counts, disputed, missedParts] = await Promise.all([
    readCounts(database, days),
    readDisputed(database, ids, nowMs),
    readMissedParts(database, ids),
  ]);
  const plans = plansAt(plan, nowMs);
  return new Map(
    known.map(({ booking, facts: of }) => {
      const ofBooking = { ...(counts.get(booking.id) ?? nothing), hasDiscrepancy: disputed.has(booking.id) };
      const [planned, missedPart] = [plans.get(booking.id), missedParts.get(booking.id)];
      const judged = judgeBooking(booking, { facts: of, planned, counts: ofBooking, missedPart, nowMs });
      return [booking.id, { ...judged, timeZones: of.timeZones, delivered: deliveredOf(booking, ofBooking) }];
    }),
  );
}

type Delivered = Omit<Totals, 'hasDiscrepancy'> & Readonly<Record<TodayColumn, number>>;
type TodayColumn = `today${Capitalize<EventCounter>}`;

const nothing: Delivered = {
  ...noTotals,
  ...(Object.fromEntries(counters.map((counter) => [todayOf(counter), 0])) as Record<TodayColumn, number>),
};

/** Returns the column of the counter since midnight. */
function todayOf(counter: EventCounter): TodayColumn {
  return `today${counter.charAt(0).toUpperCase()}${counter.slice(1)}` as TodayColumn;
}

async function readCounts(
  database: Kysely<Database>,
  asked: readonly { readonly id: number; readonly today: string }[],
): Promise<ReadonlyMap<number, Delivered>> {
  if (asked.length === 0) return new Map();
  const { rows } = await sql<Delivered & { id: number }>`
    select asked.id, ${counterColumns('total')}, ${countersOrZero('today', todayOf)}, last.local_day as last_day
    from unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ today }) => today)}::date[]) asked (id, today)
    join booking_total total on total.booking_id = asked.id
    left join booking_day today on today.booking_id = asked.id and today.local_day = asked.today
    left join lateral (
      select booking_day.local_day from booking_day where booking_day.booking_id = asked.id
      order by booking_day.local_day desc limit 1
    ) last on true`.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}

function deliveredOf(booking: Progressing, counts: Delivered): BookingView['delivered'] {
  return {
    ...eachCounter((counter) => counts[counter]),
    spend: spendOf(booking, counts),
    today: eachCounter((counter) => counts[todayOf(counter)]),
  };
}

function spendOf(booking: Progressing, counts: Delivered): BookingView['delivered']['spend'] {
  const agreed = agreedPricing(booking);
  const price = priceOf(agreed);
  const currency = agreed.rateCurrency;
  const micros = price === null ? null : costOfEvents(counts, price);
  return micros === null || currency === null ? null : { amount: decimalFromMicros(micros), currency };
}
