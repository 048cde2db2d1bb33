import { type Kysely, sql } from 'kysely';
import type { DailyDelivery, DailyDeliveryQuery } from '../../../contract/insight/daily-delivery.ts';
import type { EventCounts } from '../../../core/pricing/billable-events.ts';
import { readRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import { counterColumns, counterSums } from '../../../platform/db/counter-columns.ts';
import { pricedBookings } from '../../../platform/db/priced-bookings.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import { amountsOf } from './amounts-of.ts';
import { groupedDayColumns, spendOfGroupSql } from './spend-sql.ts';

type DayRow = EventCounts & { readonly day: string; readonly spend: Readonly<Record<string, number>> };

/**
 * Sums delivery by day from the sums by booking and day, which are far fewer than those by hour, creative and position.
 * The counts and the spend are those of a report grouped by day.
 */
export async function readDailyDelivery(
  database: Kysely<Database>,
  { from, to }: DailyDeliveryQuery,
  reach: Reach,
): Promise<DailyDelivery> {
  const { asOfMs } = await readRollUpState(database);
  const { rows } = await sql<DayRow>`
    with grouped as (
      select booking_day.local_day as day, priced.pricing_model, priced.rate_micros, priced.rate_currency,
        ${counterSums('booking_day')}, ${groupedDayColumns}
      from booking_day
      left join ${pricedBookings} priced on priced.id = booking_day.booking_id
      where booking_day.local_day >= ${from}::date
        and ${to === undefined ? sql`true` : sql`booking_day.local_day < ${to}::date`}
        and ${bookingsIn(reach)}
      group by booking_day.local_day, priced.pricing_model, priced.rate_micros, priced.rate_currency
    ),
    summed as (
      select grouped.day, grouped.rate_currency as currency, ${counterSums('grouped')},
        round(sum(${spendOfGroupSql('grouped')}) / 1000)::bigint as spend
      from grouped group by grouped.day, grouped.rate_currency
    )
    select summed.day::text as day, ${counterSums('summed')},
      coalesce(jsonb_object_agg(summed.currency, summed.spend) filter (where summed.currency is not null), '{}') as spend
    from summed group by summed.day order by summed.day`.execute(database);
  return {
    asOf: asOfMs === 0 ? null : new Date(asOfMs).toISOString(),
    days: rows.map(({ spend, ...row }) => ({ ...row, spend: amountsOf(spend) })),
  };
}

/** Returns the counts of the most recent local days, without spend. */
export async function readRecentDays(database: Kysely<Database>, reach: Reach) {
  const { rows } = await sql<EventCounts & { readonly day: string }>`
    select summed.day::text as day, ${counterColumns('summed')}
    from (
      select booking_day.local_day as day, ${counterSums('booking_day')}
      from booking_day
      where booking_day.local_day >= (now() at time zone 'UTC')::date - ${daysAround}::integer and ${bookingsIn(reach)}
      group by booking_day.local_day
    ) summed
    order by summed.day`.execute(database);
  return rows;
}

/** Days around the current UTC day: some time zone has yesterday, another one tomorrow. */
const daysAround = 1;

/** Counts of a booking that no longer exists are visible only to callers with reach `everything`. */
function bookingsIn(reach: Reach) {
  if (reach === 'everything') return sql`true`;
  return sql`booking_day.booking_id in (select booking.id from booking where ${visibleRows('booking', reach)})`;
}
