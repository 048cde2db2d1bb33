import { type Expression, type Kysely, sql } from 'kysely';
import type { Report, ReportDimension, ReportQuery, ReportRow } from '../../contract/report.ts';
import { displayEventWindowMs, maxReportRows } from '../../core/words/limits.ts';
import { endOfLocalDay } from '../counting/local-day.ts';
import { readRollUpState } from '../counting/roll-up-state.ts';
import type { Database } from '../db/schema.ts';

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
  booking: sql.ref('deliveryHour.bookingId'),
  creative: sql.ref('deliveryHour.creativeId'),
  position: sql.ref('deliveryHour.positionId'),
  day: sql.ref('deliveryHour.localDay'),
};

/**
 * Sums what was delivered. The moment up to which everything is counted is read first, so that the sums never miss
 * what it promises.
 */
export async function readReport(database: Kysely<Database>, query: ReportQuery): Promise<Report> {
  const { asOfMs } = await readRollUpState(database);
  const rows = await readRows(database, query);
  const totals: Counts = { impressions: 0, viewables: 0, clicks: 0 };
  for (const row of rows) {
    totals.impressions += row.impressions;
    totals.viewables += row.viewables;
    totals.clicks += row.clicks;
  }
  return {
    rows,
    totals,
    asOf: asOfMs === 0 ? null : new Date(asOfMs).toISOString(),
    final: query.to !== undefined && asOfMs > (await endOfRange(database, query.to)) + displayEventWindowMs,
  };
}

async function readRows(database: Kysely<Database>, query: ReportQuery): Promise<ReportRow[]> {
  const dimensions = [...new Set(query.groupBy)];
  const columns = dimensions.map((dimension) => columnOfDimension[dimension]);
  const named = dimensions.map(
    (dimension) => sql`${columnOfDimension[dimension]} as ${sql.ref(fieldOfDimension[dimension])}`,
  );
  const { rows } = await sql<ReportRow>`
    select ${sql.join(named)},
      sum(delivery_hour.impressions)::bigint as impressions,
      sum(delivery_hour.viewables)::bigint as viewables,
      sum(delivery_hour.clicks)::bigint as clicks
    from delivery_hour left join booking on booking.id = delivery_hour.booking_id
    where ${conditions(query)}
    group by ${sql.join(columns)}
    order by ${sql.join(columns)}
    limit ${maxReportRows + 1}`.execute(database);
  if (rows.length > maxReportRows) throw new TooManyRowsError(`A report has at most ${maxReportRows} rows`);
  return rows;
}

function conditions(query: ReportQuery): Expression<boolean> {
  const given: Expression<boolean>[] = [sql<boolean>`true`];
  if (query.from !== undefined) given.push(sql`delivery_hour.local_day >= ${query.from}::date`);
  if (query.to !== undefined) given.push(sql`delivery_hour.local_day < ${query.to}::date`);
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
