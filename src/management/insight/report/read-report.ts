/*
 * Reports: sums of counted events.
 *
 * - `read-report.ts`, `sum-rows.ts`, `summed-report.ts`: the sums, of the database or of raw events (`insight/raw-report`).
 *   `spend-sql.ts`: spend by price model. `sum-inventory.ts`: denominators of the share of voice. `compared-rows.ts`: rows of
 *   the comparison period. `report-sums.ts`: metrics of sums. `reach-of.ts`: viewers.
 *   `object-names.ts`: names of IDs.
 * - `read-daily-delivery.ts`: sums by day from fewer rows. `amounts-of.ts`: amounts by currency.
 * - `report-routes.ts`: `GET /reports`. `report-table.ts`: rows and columns for files.
 * - `report-view.ts`, `grid-table.ts`: the table with a comparison or pivot. `report-file.ts`, `xlsx/`, `pdf/`: files.
 *
 * Reports state up to which time they are complete.
 */

import { type Kysely, sql } from 'kysely';
import {
  type ObjectDimension,
  objectDimensions,
  type Report,
  type ReportPeriodCounts,
  type ReportQuery,
  type ReportRow,
} from '../../../contract/insight/report.ts';
import { hasShareOfVoice } from '../../../core/reporting/report-metrics.ts';
import { hasRequestFacts, isPlainDimension, needsRawEvents } from '../../../core/reporting/value-dimensions.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { eventWindowMs, eventWindowOf } from '../../../core/vocabulary/event-windows.ts';
import { endOfLocalDay } from '../../../exchange/journal/local-day.ts';
import { readRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { RawReportEngine } from '../raw-report/raw-report-engine.ts';
import type { InventoryImpressions, RawValues } from '../raw-report/raw-report-task.ts';
import { readRawReport } from '../raw-report/read-raw-report.ts';
import { comparedRows } from './compared-rows.ts';
import { type NameOf, readNames } from './object-names.ts';
import { reachOf } from './reach-of.ts';
import { metricsOfRows } from './report-sums.ts';
import { comparedQuery } from './report-view.ts';
import { sumInventory } from './sum-inventory.ts';
import { type SummedRow, sumRows } from './sum-rows.ts';
import { rawSums, type SummedReport, summedReport } from './summed-report.ts';

/** A report needs raw events, which are not stored. */
export class NoRawEventsError extends Error {
  /** Parameter that needs them. */
  readonly parameter: 'groupBy' | 'metrics';

  constructor(parameter: 'groupBy' | 'metrics') {
    super('Reports by facts of requests and reports with reach need open data');
    this.parameter = parameter;
  }
}

/** Where reports are counted. */
export type ReportSources = {
  readonly database: Kysely<Database>;
  /** null: raw events are not stored. */
  readonly rawReports: RawReportEngine | null;
};

/** Who reads a report. */
type Reader = {
  /** Bookings outside it are not summed. They are in the denominators of the share of voice. */
  readonly reach: Reach;
  /** Ends the counting of raw events. */
  readonly signal?: AbortSignal | undefined;
};

/** The sums of one period, without names. */
type PeriodSums = { readonly summed: SummedReport; readonly inventory: InventoryImpressions | null };

/**
 * Sums delivery, and that of the comparison period. Reads the time up to which everything is counted first, so that the
 * sums contain at least everything up to that time. Facts of requests and viewers are counted from raw events.
 * @throws TooManyRowsError, RawReportError, NoRawEventsError
 */
export async function readReport(sources: ReportSources, query: ReportQuery, reader: Reader): Promise<Report> {
  const { database } = sources;
  const state = await readRollUpState(database);
  const now = await sumPeriod(sources, query, { ...reader, selected: null });
  const earlier = comparedQuery(query);
  const selected = earlier === null || query.top === undefined ? null : comparedRows(now.summed.rows, query);
  const before = earlier === null ? null : await sumPeriod(sources, earlier, { ...reader, selected });
  const nameOf = await readNames(database, query.groupBy, [...now.summed.rows, ...(before?.summed.rows ?? [])]);
  const { coveredMs } = now.summed;
  const asOfMs = needsRawEvents(query) ? Math.min(state.asOfMs, coveredMs?.to ?? 0) : state.asOfMs;
  return {
    ...presentPeriod(now, query, nameOf),
    compared: before === null ? null : presentPeriod(before, query, nameOf),
    timeZones: await readTimeZones(database, query),
    asOf: asOfMs === 0 ? null : new Date(asOfMs).toISOString(),
    final:
      query.to !== undefined &&
      asOfMs > (await endOfRange(database, query.to)) + (await latestEventMs(database, query)),
  };
}

/** @param options.selected rows to show instead of those with the most impressions. null: none are selected */
async function sumPeriod(
  { database, rawReports }: ReportSources,
  query: ReportQuery,
  { reach, signal, selected }: Reader & { readonly selected: readonly RawValues[] | null },
): Promise<PeriodSums> {
  if (needsRawEvents(query)) {
    if (rawReports === null) throw new NoRawEventsError(hasRequestFacts(query) ? 'groupBy' : 'metrics');
    const report = await readRawReport({ database, engine: rawReports }, query, { reach, signal, selected });
    return { summed: rawSums(report), inventory: report.inventory };
  }
  const rows = await sumRows(database, query, reach);
  const summed = summedReport(rows, { groupBy: query.groupBy, top: query.top, selected });
  return { summed, inventory: hasShareOfVoice(query) ? await sumInventory(database, query, summed) : null };
}

function presentPeriod({ summed, inventory }: PeriodSums, query: ReportQuery, nameOf: NameOf): ReportPeriodCounts {
  const { rows, totals, other, coveredMs } = summed;
  const metricsOf = (of: readonly SummedRow[], inventoryImpressions: number | null | undefined) => ({
    ...metricsOfRows(of, inventoryImpressions ?? undefined),
    ...reachOf(of[0], query),
  });
  return {
    rows: rows.map((row, index) => ({ ...dimensionsOf(row, nameOf), ...metricsOf([row], inventory?.rows[index]) })),
    totals: metricsOf(totals, inventory?.totals),
    other: other.length === 0 ? null : metricsOf(other, inventory?.other),
    rawEvents:
      coveredMs === null
        ? null
        : { from: new Date(coveredMs.from).toISOString(), to: new Date(coveredMs.to).toISOString() },
  };
}

/** Returns the members of a row that are not counts, in the requested order, each ID with its name. */
function dimensionsOf(row: SummedRow, nameOf: NameOf): Partial<ReportRow> {
  const members: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    const dimension = objectDimensions.find((each) => field === `${each}Id`);
    if (dimension !== undefined) {
      members[field] = value;
      members[`${dimension satisfies ObjectDimension}Name`] = nameOf(dimension, value as number | null);
    } else if (field === 'day' || field === 'month') members[field] = value;
    else if (field === 'hour') members[field] = (value as Date).toISOString();
    else if (isPlainDimension(field)) members[field] = value;
  }
  return members;
}

/** Returns the time zones of the publications of the requested inventory. */
async function readTimeZones(database: Kysely<Database>, query: ReportQuery): Promise<string[]> {
  const { positionId = null, locationId = null, publicationId = null, publisherId = null } = query;
  const { rows } = await sql<{ timeZone: string }>`
    select distinct publication.time_zone from publication
    left join location on location.publication_id = publication.id
    left join position on position.location_id = location.id
    where (${positionId}::bigint[] is null or position.id = any(${positionId}::bigint[]))
      and (${locationId}::bigint[] is null or location.id = any(${locationId}::bigint[]))
      and (${publicationId}::bigint[] is null or publication.id = any(${publicationId}::bigint[]))
      and (${publisherId}::bigint[] is null or publication.publisher_id = any(${publisherId}::bigint[]))
    order by publication.time_zone`.execute(database);
  return rows.map(({ timeZone }) => timeZone);
}

/** Returns the time when the last local day before `to` has ended in every relevant time zone. */
async function endOfRange(database: Kysely<Database>, to: string): Promise<number> {
  const rows = await database.selectFrom('publication').select('publication.timeZone').distinct().execute();
  const lastDay = new Date(Date.parse(`${to}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
  return Math.max(...['UTC', ...rows.map((row) => row.timeZone)].map((zone) => endOfLocalDay(lastDay, zone)));
}

/** Returns how long after a decision events are accepted at the requested positions. */
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
