import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { ObjectDimension, ReportQuery } from '../../../contract/insight/report.ts';
import type { ReportDimension } from '../../../contract/insight/report-table-fields.ts';
import type { EventCounts } from '../../../core/pricing/billable-events.ts';
import { isTimeDimension } from '../../../core/reporting/comparison.ts';
import { isPlainDimension, type RequestDimension } from '../../../core/reporting/value-dimensions.ts';
import { maxReportRows } from '../../../core/vocabulary/limits/report-limits.ts';
import { counterColumns, counterSums, forCounters } from '../../../platform/db/counter-columns.ts';
import { pricedBookings } from '../../../platform/db/priced-bookings.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import type { RawValues, ViewerCounts } from '../raw-report/raw-report-task.ts';
import { spendOfConversionSql, spendSql } from './spend-sql.ts';
import { tooManyRows } from './too-many-rows.ts';

/** Row as summed by the database. */
export type SummedRow = {
  readonly [Field in `${ObjectDimension}Id`]?: number | null;
} & { readonly [Field in RequestDimension]?: string | null } & EventCounts & {
    readonly month?: string;
    readonly day?: string;
    readonly hour?: Date;
    readonly hourOfWeek?: number;
    readonly plays: number;
    readonly audienceThousandths: number;
    readonly events: Readonly<Record<string, number>>;
    /** Micro-units by currency. */
    readonly spend: Readonly<Record<string, number>>;
    /** Attributed order lines. */
    readonly conversions: number;
    readonly units: number;
    /** Micro-units by currency. */
    readonly revenue: Readonly<Record<string, number>>;
    readonly apart: readonly { readonly reason: string; readonly kind: string; readonly events: number }[];
    /** Only of raw events. */
    readonly viewers?: ViewerCounts;
  };

/** Returns the member of a row for a dimension. */
export function fieldOf(dimension: ReportDimension): string {
  return isTimeDimension(dimension) || isPlainDimension(dimension) ? dimension : `${dimension}Id`;
}

/** Returns the values of the dimensions of a row, by dimension: IDs, times as text, values. */
export function valuesOfRow(row: SummedRow, groupBy: readonly ReportDimension[]): RawValues {
  return Object.fromEntries(
    groupBy.map((dimension) => {
      const value = (row as unknown as Readonly<Record<string, unknown>>)[fieldOf(dimension)] ?? null;
      return [dimension, value instanceof Date ? value.toISOString() : (value as string | number | null)];
    }),
  );
}

/** A dimension of which the database has sums. */
export type SummedDimension = Exclude<ReportDimension, RequestDimension>;

const localHour = sql`counted.hour_at at time zone coalesce(publication.time_zone, 'UTC')`;

/** Columns of `counted` and the tables that are joined to it. */
export const columnOfDimension: Readonly<Record<SummedDimension, RawBuilder<unknown>>> = {
  campaign: sql.ref('booking.campaignId'),
  booking: sql.ref('counted.bookingId'),
  creative: sql.ref('counted.creativeId'),
  position: sql.ref('counted.positionId'),
  month: sql`to_char(counted.local_day, 'YYYY-MM')`,
  day: sql.ref('counted.localDay'),
  hour: sql.ref('counted.hourAt'),
  location: sql.ref('position.locationId'),
  publication: sql.ref('location.publicationId'),
  publisher: sql.ref('publication.publisherId'),
  brand: sql.ref('creative.brandId'),
  mediaPartner: sql.ref('campaign.advertiserCompanyId'),
  hourOfWeek: sql`((extract(isodow from ${localHour}) - 1) * 24 + extract(hour from ${localHour}))::integer`,
};

/**
 * Sums delivery by the requested dimensions, none of which may be a fact of requests.
 * @param reach of the caller: bookings outside it are not summed
 */
export async function sumRows(database: Kysely<Database>, query: ReportQuery, reach: Reach): Promise<SummedRow[]> {
  const dimensions = [...new Set(query.groupBy)] as readonly SummedDimension[];
  const columns = dimensions.map((dimension) => columnOfDimension[dimension]);
  const named = dimensions.map((dimension) => sql`${columnOfDimension[dimension]} as ${sql.ref(fieldOf(dimension))}`);
  const fields = dimensions.map((dimension) => sql.ref(`summed.${fieldOf(dimension)}`));
  const { rows } = await sql<SummedRow>`
    with summed as (
      select ${sql.join(named)}, counted.event as event, counted.kind as kind, counted.reason as reason,
        counted.currency as currency, counted.revenue_currency as revenue_currency,
        ${counterSums('counted')},
        coalesce(sum(counted.impressions) filter (where location.kind = 'screen'), 0)::bigint as plays,
        sum(counted.impressions * ${multiplierSql})::bigint as audience_thousandths,
        sum(counted.events)::bigint as events,
        round(sum(counted.spend_thousandths) / 1000)::bigint as spend,
        sum(counted.conversions)::bigint as conversions,
        sum(counted.units)::bigint as units,
        sum(counted.revenue)::bigint as revenue
      from (${countedSql}) as counted
      left join booking on booking.id = counted.booking_id
      left join campaign on campaign.id = booking.campaign_id
      left join creative on creative.id = counted.creative_id
      left join position on position.id = counted.position_id
      left join location on location.id = position.location_id
      left join publication on publication.id = location.publication_id
      where ${reportConditions(query)} and ${countedIn(reach)}
      group by ${sql.join(columns)}, counted.event, counted.kind, counted.reason, counted.currency,
        counted.revenue_currency
    )
    select ${sql.join(fields)},
      ${counterSums('summed')},
      sum(summed.plays)::bigint as plays,
      sum(summed.audience_thousandths)::bigint as audience_thousandths,
      coalesce(jsonb_object_agg(summed.event, summed.events) filter (where summed.event is not null), '{}') as events,
      coalesce(jsonb_object_agg(summed.currency, summed.spend) filter (where summed.currency is not null), '{}') as spend,
      sum(summed.conversions)::bigint as conversions,
      sum(summed.units)::bigint as units,
      coalesce(jsonb_object_agg(summed.revenue_currency, summed.revenue)
        filter (where summed.revenue_currency is not null), '{}') as revenue,
      coalesce(jsonb_agg(jsonb_build_object('reason', summed.reason, 'kind', summed.kind, 'events', summed.events)
        order by summed.reason, summed.kind) filter (where summed.reason is not null), '[]') as apart
    from summed
    group by ${sql.join(fields)}
    order by ${sql.join(fields)}
    limit ${maxReportRows + 1}`.execute(database);
  if (rows.length > maxReportRows) throw tooManyRows();
  return rows;
}

/** Counters of rows with other sources. */
const noCounters = forCounters(() => sql`0`);

/**
 * All sums with their cost. A booking with a price per day or for its whole period is charged when it delivers. Its
 * rows get the fraction of their impressions of that day, in thousandths of a micro-unit. A price per conversion is
 * charged at the time of the conversion.
 */
const countedSql = sql`
  select delivery_hour.hour_at, delivery_hour.local_day, delivery_hour.booking_id, delivery_hour.creative_id,
    delivery_hour.position_id, ${counterColumns('delivery_hour')},
    null as event, 0 as events, null as kind, null as reason, priced.rate_currency as currency,
    ${spendSql} as spend_thousandths, 0 as conversions, 0 as units, null as revenue_currency, 0 as revenue
  from delivery_hour
  left join ${pricedBookings} priced on priced.id = delivery_hour.booking_id
  left join booking_day shown
    on shown.booking_id = delivery_hour.booking_id and shown.local_day = delivery_hour.local_day
  union all
  select event_hour.hour_at, event_hour.local_day, event_hour.booking_id, event_hour.creative_id, event_hour.position_id,
    ${noCounters}, event_hour.event, event_hour.events, null, null, null, null, 0, 0, null, 0
  from event_hour
  union all
  select filtered_hour.hour_at, filtered_hour.local_day, filtered_hour.booking_id, nullif(filtered_hour.creative_id, 0),
    nullif(filtered_hour.position_id, 0), ${noCounters}, null, filtered_hour.events, filtered_hour.kind, filtered_hour.reason,
    null, null, 0, 0, null, 0
  from filtered_hour
  union all
  select date_trunc('hour', conversion.occurred_at, 'UTC'), conversion_line.local_day, conversion_line.booking_id,
    conversion_line.creative_id, conversion_line.position_id, ${noCounters}, null, 0, null, null,
    case when ${spendOfConversionSql} is not null then priced.rate_currency end, ${spendOfConversionSql},
    1, case when conversion.conversion_action_id is null then conversion_line.quantity else 0 end,
    conversion_line.currency, conversion_line.quantity * conversion_line.unit_price_micros
  from conversion_line
  join conversion on conversion.id = conversion_line.conversion_id
  left join ${pricedBookings} priced on priced.id = conversion_line.booking_id
  where conversion_line.booking_id is not null`;

/**
 * Number of people per play in an hour, in thousandths, by the local time at its start. A repeated local hour uses the
 * same multiplier twice.
 */
const multiplierSql = sql`coalesce((location.screen -> 'multiplierThousandths'
  ->> extract(hour from counted.hour_at at time zone publication.time_zone)::integer)::bigint, 1000)`;

/** Counts of a booking that no longer exists are visible only to callers with reach `everything`. */
function countedIn(reach: Reach): Expression<boolean> {
  if (reach === 'everything') return sql<boolean>`true`;
  return sql<boolean>`counted.booking_id in (select booking.id from booking where ${visibleRows('booking', reach)})`;
}

/** Returns the period and the filters of a report as a condition of the columns of `columnOfDimension`. */
export function reportConditions(query: ReportQuery): Expression<boolean> {
  const given: Expression<boolean>[] = [sql<boolean>`true`];
  if (query.from !== undefined) given.push(sql`counted.local_day >= ${query.from}::date`);
  if (query.to !== undefined) given.push(sql`counted.local_day < ${query.to}::date`);
  for (const [dimension, ids] of Object.entries(filtersOf(query))) {
    if (ids === undefined) continue;
    given.push(sql`${columnOfDimension[dimension as ObjectDimension]} = any(${ids}::bigint[])`);
  }
  return sql.join(given, sql` and `) as unknown as Expression<boolean>;
}

function filtersOf(query: ReportQuery): Readonly<Record<ObjectDimension, readonly number[] | undefined>> {
  return {
    campaign: query.campaignId,
    booking: query.bookingId,
    creative: query.creativeId,
    position: query.positionId,
    location: query.locationId,
    publication: query.publicationId,
    publisher: query.publisherId,
    brand: query.brandId,
    mediaPartner: query.mediaPartnerId,
  };
}
