import { type Expression, type Kysely, sql } from 'kysely';
import type { Report, ReportDimension, ReportQuery, ReportRow } from '../../contract/report.ts';
import { eventWindowMs, eventWindowOf } from '../../core/words/event-windows.ts';
import { maxReportRows } from '../../core/words/limits.ts';
import type { Reach } from '../access/reach.ts';
import { endOfLocalDay } from '../counting/local-day.ts';
import { readRollUpState } from '../counting/roll-up-state.ts';
import type { Database } from '../db/schema.ts';
import { visibleRows } from '../http/visible-rows.ts';

/** More rows than one answer may have. */
export class TooManyRowsError extends Error {}

type Counts = Report['totals'];

const fieldOfDimension = {
  campaign: 'campaignId',
  booking: 'bookingId',
  creative: 'creativeId',
  position: 'positionId',
  day: 'day',
} as const satisfies Record<ReportDimension, keyof ReportRow>;

const columnOfDimension: Readonly<Record<ReportDimension, Expression<unknown>>> = {
  campaign: sql.ref('booking.campaignId'),
  booking: sql.ref('counted.bookingId'),
  creative: sql.ref('counted.creativeId'),
  position: sql.ref('counted.positionId'),
  day: sql.ref('counted.localDay'),
};

/**
 * Sums what was delivered. The moment up to which everything is counted is read first, so that the sums never miss
 * what it promises.
 * @param reach of who asks: bookings beyond it are not in the sums
 */
export async function readReport(database: Kysely<Database>, query: ReportQuery, reach: Reach): Promise<Report> {
  const { asOfMs } = await readRollUpState(database);
  const rows = await readRows(database, query, reach);
  const totals = totalsOf(rows);
  return {
    rows,
    totals,
    asOf: asOfMs === 0 ? null : new Date(asOfMs).toISOString(),
    final:
      query.to !== undefined &&
      asOfMs > (await endOfRange(database, query.to)) + (await latestEventMs(database, query)),
  };
}

function totalsOf(rows: readonly Counts[]): Counts {
  const totals: Counts = { impressions: 0, viewables: 0, clicks: 0, events: noCounts(), filtered: {} };
  for (const row of rows) {
    totals.impressions += row.impressions;
    totals.viewables += row.viewables;
    totals.clicks += row.clicks;
    addCounts(totals.events, row.events);
    for (const [reason, counts] of Object.entries(row.filtered)) {
      totals.filtered[reason] ??= noCounts();
      addCounts(totals.filtered[reason], counts);
    }
  }
  return totals;
}

/** Without a prototype: an event may have the name of something that every object has. */
function noCounts(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}

function addCounts(sums: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
}

/** A row as it is summed up in the database. */
type SummedRow = Omit<ReportRow, 'filtered'> & {
  readonly apart: readonly { readonly reason: string; readonly kind: string; readonly events: number }[];
};

function rowOf({ apart, ...row }: SummedRow): ReportRow {
  const filtered: ReportRow['filtered'] = {};
  for (const { reason, kind, events } of apart) {
    filtered[reason] ??= noCounts();
    addCounts(filtered[reason], { [kind]: events });
  }
  return { ...row, filtered };
}

async function readRows(database: Kysely<Database>, query: ReportQuery, reach: Reach): Promise<ReportRow[]> {
  const dimensions = [...new Set(query.groupBy)];
  const columns = dimensions.map((dimension) => columnOfDimension[dimension]);
  const named = dimensions.map(
    (dimension) => sql`${columnOfDimension[dimension]} as ${sql.ref(fieldOfDimension[dimension])}`,
  );
  const fields = dimensions.map((dimension) => sql.ref(`summed.${fieldOfDimension[dimension]}`));
  const { rows } = await sql<SummedRow>`
    with summed as (
      select ${sql.join(named)}, counted.event as event, counted.kind as kind, counted.reason as reason,
        sum(counted.impressions)::bigint as impressions,
        sum(counted.viewables)::bigint as viewables,
        sum(counted.clicks)::bigint as clicks,
        sum(counted.events)::bigint as events
      from (
        select delivery_hour.local_day, delivery_hour.booking_id, delivery_hour.creative_id, delivery_hour.position_id,
          delivery_hour.impressions, delivery_hour.viewables, delivery_hour.clicks, null as event, 0 as events, null as kind, null as reason
        from delivery_hour
        union all
        select event_hour.local_day, event_hour.booking_id, event_hour.creative_id, event_hour.position_id,
          0, 0, 0, event_hour.event, event_hour.events, null, null
        from event_hour
        union all
        select filtered_hour.local_day, filtered_hour.booking_id, nullif(filtered_hour.creative_id, 0),
          nullif(filtered_hour.position_id, 0), 0, 0, 0, null, filtered_hour.events, filtered_hour.kind, filtered_hour.reason
        from filtered_hour
      ) as counted left join booking on booking.id = counted.booking_id
      where ${conditions(query)} and ${countedIn(reach)}
      group by ${sql.join(columns)}, counted.event, counted.kind, counted.reason
    )
    select ${sql.join(fields)},
      sum(summed.impressions)::bigint as impressions,
      sum(summed.viewables)::bigint as viewables,
      sum(summed.clicks)::bigint as clicks,
      coalesce(jsonb_object_agg(summed.event, summed.events) filter (where summed.event is not null), '{}') as events,
      coalesce(jsonb_agg(jsonb_build_object('reason', summed.reason, 'kind', summed.kind, 'events', summed.events)
        order by summed.reason, summed.kind) filter (where summed.reason is not null), '[]') as apart
    from summed
    group by ${sql.join(fields)}
    order by ${sql.join(fields)}
    limit ${maxReportRows + 1}`.execute(database);
  if (rows.length > maxReportRows) throw new TooManyRowsError(`A report has at most ${maxReportRows} rows`);
  return rows.map(rowOf);
}

/** What was counted for a booking that is not there any more is nobody's but whose reach is everything. */
function countedIn(reach: Reach): Expression<boolean> {
  if (reach === 'everything') return sql<boolean>`true`;
  return sql<boolean>`counted.booking_id in (select booking.id from booking where ${visibleRows('booking', reach)})`;
}

function conditions(query: ReportQuery): Expression<boolean> {
  const given: Expression<boolean>[] = [sql<boolean>`true`];
  if (query.from !== undefined) given.push(sql`counted.local_day >= ${query.from}::date`);
  if (query.to !== undefined) given.push(sql`counted.local_day < ${query.to}::date`);
  const filters = {
    campaign: query.campaignId,
    booking: query.bookingId,
    creative: query.creativeId,
    position: query.positionId,
  };
  for (const [dimension, ids] of Object.entries(filters)) {
    if (ids === undefined) continue;
    given.push(sql`${columnOfDimension[dimension as ReportDimension]} = any(${ids}::bigint[])`);
  }
  return sql.join(given, sql` and `) as unknown as Expression<boolean>;
}

/** When the last local day before `to` is over in every time zone that counts here. */
async function endOfRange(database: Kysely<Database>, to: string): Promise<number> {
  const rows = await database.selectFrom('publication').select('publication.timeZone').distinct().execute();
  const lastDay = new Date(Date.parse(`${to}T00:00:00Z`) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return Math.max(...['UTC', ...rows.map((row) => row.timeZone)].map((zone) => endOfLocalDay(lastDay, zone)));
}

/** How long after a decision events may still come, of the positions that are asked for. */
async function latestEventMs(database: Kysely<Database>, { positionId }: ReportQuery): Promise<number> {
  const rows = await database
    .selectFrom('position')
    .innerJoin('location', 'location.id', 'position.locationId')
    .innerJoin('format', 'format.id', 'position.formatId')
    .select(['location.kind', 'format.mediaType'])
    .distinct()
    .$if(positionId !== undefined, (select) => select.where('position.id', 'in', positionId ?? []))
    .execute();
  const windows = rows.map((row) => eventWindowOf({ isScreen: row.kind === 'screen', mediaType: row.mediaType }));
  return Math.max(...(['display', ...windows] as const).map(eventWindowMs));
}
