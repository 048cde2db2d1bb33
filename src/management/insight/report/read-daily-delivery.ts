import { type Kysely, sql } from 'kysely';
import type { DailyDelivery, DailyDeliveryQuery } from '../../../contract/insight/daily-delivery.ts';
import type { EventCounts } from '../../../core/pricing/billable-events.ts';
import { readRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import { counterColumns, counterSums, forCounters } from '../../../platform/db/counter-columns.ts';
import { pricedBookings } from '../../../platform/db/priced-bookings.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import { amountsOf } from './amounts-of.ts';
import { groupedDayColumns, priceColumns, spendOfConversionSql, spendOfGroupSql } from './spend-sql.ts';

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
        min(priced.flight_days) as flight_days, ${counterSums('booking_day')}, ${groupedDayColumns}
      from booking_day
      left join ${pricedBookings} priced on priced.id = booking_day.booking_id
      where ${daysIn('booking_day', { from, to })} and ${bookingsIn(reach, 'booking_day')}
      group by booking_day.local_day, ${priceColumns}
    ),
    charged as (
      select grouped.day, grouped.rate_currency as currency, ${counterColumns('grouped')},
        ${spendOfGroupSql('grouped')} as thousandths
      from grouped
      union all
      select conversion_line.local_day, priced.rate_currency, ${forCounters(() => sql`0`)}, ${spendOfConversionSql}
      from conversion_line
      join ${pricedBookings} priced on priced.id = conversion_line.booking_id
      where ${spendOfConversionSql} is not null
        and ${daysIn('conversion_line', { from, to })} and ${bookingsIn(reach, 'conversion_line')}
    ),
    summed as (
      select charged.day, charged.currency, ${counterSums('charged')}, round(sum(charged.thousandths) / 1000)::bigint as spend
      from charged group by charged.day, charged.currency
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
      where booking_day.local_day >= (now() at time zone 'UTC')::date - ${daysAround}::integer and ${bookingsIn(reach, 'booking_day')}
      group by booking_day.local_day
    ) summed
    order by summed.day`.execute(database);
  return rows;
}

/** Days around the current UTC day: some time zone has yesterday, another one tomorrow. */
const daysAround = 1;

function daysIn(table: string, { from, to }: DailyDeliveryQuery) {
  const day = sql.ref(`${table}.localDay`);
  return to === undefined ? sql`${day} >= ${from}::date` : sql`${day} >= ${from}::date and ${day} < ${to}::date`;
}

/** Counts of a booking that no longer exists are visible only to callers with reach `everything`. */
function bookingsIn(reach: Reach, table: string) {
  if (reach === 'everything') return sql`true`;
  return sql`${sql.ref(`${table}.bookingId`)} in (select booking.id from booking where ${visibleRows('booking', reach)})`;
}
