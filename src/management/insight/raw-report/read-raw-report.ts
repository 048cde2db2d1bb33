import { type Kysely, sql } from 'kysely';
import { objectDimensions, type ReportQuery } from '../../../contract/insight/report.ts';
import { hasReach, hasShareOfVoice } from '../../../core/reporting/report-metrics.ts';
import { requestDimensions } from '../../../core/reporting/value-dimensions.ts';
import { maxReportRows } from '../../../core/vocabulary/limits/report-limits.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import { tooManyRows } from '../report/too-many-rows.ts';
import { type RawReportEngine, RawReportError } from './raw-report-engine.ts';
import type { RawReport, RawReportTask, RawValues, ReportedScreen } from './raw-report-task.ts';

/**
 * Counts a report from raw events.
 * @param options.reach of the caller: bookings outside it are not counted
 * @param options.selected values of the rows to show instead of those with the most impressions
 * @throws TooManyRowsError, RawReportError
 */
export async function readRawReport(
  { database, engine }: { readonly database: Kysely<Database>; readonly engine: RawReportEngine },
  query: ReportQuery,
  {
    reach,
    signal,
    selected = null,
  }: {
    readonly reach: Reach;
    readonly signal?: AbortSignal | undefined;
    readonly selected?: readonly RawValues[] | null;
  },
): Promise<RawReport> {
  const task: RawReportTask = {
    from: query.from ?? null,
    to: query.to ?? null,
    groupBy: [...new Set(query.groupBy)],
    key: query.key ?? null,
    ids: Object.fromEntries(objectDimensions.map((dimension) => [dimension, query[`${dimension}Id`]])),
    values: Object.fromEntries(requestDimensions.map((dimension) => [dimension, query[dimension]])),
    bookingIds: await readVisibleBookings(database, reach),
    screens: await readScreens(database),
    top: query.top ?? null,
    hasViewers: hasReach(query),
    selected,
    hasInventory: hasShareOfVoice(query),
    maxRows: maxReportRows,
  };
  try {
    return await engine.count(task, { requestId: query.requestId, signal });
  } catch (error) {
    if (error instanceof RawReportError && error.reason === 'tooManyRows') throw tooManyRows();
    throw error;
  }
}

async function readVisibleBookings(database: Kysely<Database>, reach: Reach): Promise<readonly number[] | null> {
  if (reach === 'everything') return null;
  const { rows } = await sql<{
    id: number;
  }>`select booking.id from booking where ${visibleRows('booking', reach)}`.execute(database);
  return rows.map(({ id }) => id);
}

async function readScreens(database: Kysely<Database>): Promise<readonly ReportedScreen[]> {
  const { rows } = await sql<ReportedScreen>`
    select position.id as position_id, publication.time_zone, location.screen -> 'multiplierThousandths' as multipliers
    from position
    join location on location.id = position.location_id
    join publication on publication.id = location.publication_id
    where location.kind = 'screen'`.execute(database);
  return rows;
}
