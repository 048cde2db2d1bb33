/*
 * Reports: sums of counted events.
 *
 * - `read-report.ts`, `sum-rows.ts`, `summed-report.ts`: the sums, of the database or of raw events (`insight/raw-report`). `reach-of.ts`: viewers. `spend-sql.ts`: spend by price model. `object-names.ts`: names of IDs.
 * - `read-daily-delivery.ts`: sums by day from fewer rows. `amounts-of.ts`: amounts by currency.
 * - `report-routes.ts`: `GET /reports`. `report-table.ts`: rows and columns for files.
 * - `report-view.ts`, `grid-table.ts`: the table with a comparison or pivot. `report-file.ts`, `write-xlsx.ts`, `zip-of.ts`,
 *   `pdf/`: files.
 *
 * Reports state up to which time they are complete.
 */

import { type Kysely, sql } from 'kysely';
import {
  type ObjectDimension,
  objectDimensions,
  type Report,
  type ReportQuery,
  type ReportRow,
} from '../../../contract/insight/report.ts';
import { counters, type EventCounter, eachCounter, noCounts } from '../../../core/pricing/billable-events.ts';
import { hasRequestFacts, isPlainDimension, needsRawEvents } from '../../../core/reporting/value-dimensions.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { eventWindowMs, eventWindowOf } from '../../../core/vocabulary/event-windows.ts';
import { endOfLocalDay } from '../../../exchange/journal/local-day.ts';
import { readRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { RawReportEngine } from '../raw-report/raw-report-engine.ts';
import { readRawReport } from '../raw-report/read-raw-report.ts';
import { amountsOf } from './amounts-of.ts';
import { type NameOf, readNames } from './object-names.ts';
import { reachOf } from './reach-of.ts';
import { type SummedRow, sumRows } from './sum-rows.ts';
import { rawSums, summedReport } from './summed-report.ts';

/** A report needs raw events, which are not stored. */
export class NoRawEventsError extends Error {
  /** Parameter that needs them. */
  readonly parameter: 'groupBy' | 'reach';

  constructor(parameter: 'groupBy' | 'reach') {
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

type Counts = Report['totals'];
/** Summed values. All other metrics are derived from them. */
type Sums = Record<EventCounter, number> & {
  plays: number;
  audienceThousandths: number;
  /** Micro-units by currency. */
  readonly spend: Record<string, number>;
  conversions: number;
  units: number;
  /** The same. */
  readonly revenue: Record<string, number>;
  readonly events: Record<string, number>;
  readonly filtered: Record<string, Record<string, number>>;
};

/**
 * Sums delivery. Reads the time up to which everything is counted first, so that the sums contain at least everything
 * up to that time. Facts of requests and viewers are counted from raw events.
 * @param options.reach of the caller: bookings outside it are not summed
 * @param options.signal ends the counting of raw events
 * @throws TooManyRowsError, RawReportError, NoRawEventsError
 */
export async function readReport(
  { database, rawReports }: ReportSources,
  query: ReportQuery,
  { reach, signal }: { readonly reach: Reach; readonly signal?: AbortSignal },
): Promise<Report> {
  const state = await readRollUpState(database);
  const source = needsRawEvents(query) ? { database, engine: engineOf(rawReports, query) } : null;
  const summed =
    source === null
      ? summedReport(await sumRows(database, query, reach), query.top)
      : rawSums(await readRawReport(source, query, { reach, signal }));
  const { coveredMs } = summed;
  const asOfMs = source === null ? state.asOfMs : Math.min(state.asOfMs, coveredMs?.to ?? 0);
  const nameOf = await readNames(database, query.groupBy, summed.rows);
  return {
    rows: summed.rows.map((row) => ({
      ...dimensionsOf(row, nameOf),
      ...countsOf(sumsOf([row])),
      ...reachOf(row, query),
    })),
    totals: { ...countsOf(sumsOf(summed.totals)), ...reachOf(summed.totals[0], query) },
    other: summed.other.length === 0 ? null : { ...countsOf(sumsOf(summed.other)), ...reachOf(summed.other[0], query) },
    rawEvents:
      coveredMs === null
        ? null
        : { from: new Date(coveredMs.from).toISOString(), to: new Date(coveredMs.to).toISOString() },
    timeZones: await readTimeZones(database, query),
    asOf: asOfMs === 0 ? null : new Date(asOfMs).toISOString(),
    final:
      query.to !== undefined &&
      asOfMs > (await endOfRange(database, query.to)) + (await latestEventMs(database, query)),
  };
}

function engineOf(rawReports: RawReportEngine | null, query: ReportQuery): RawReportEngine {
  if (rawReports === null) throw new NoRawEventsError(hasRequestFacts(query) ? 'groupBy' : 'reach');
  return rawReports;
}

function sumsOf(rows: readonly SummedRow[]): Sums {
  const sums = emptySums();
  for (const row of rows) addTo(sums, row);
  return sums;
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

function emptySums(): Sums {
  return {
    ...noCounts(),
    plays: 0,
    audienceThousandths: 0,
    spend: emptyRecord(),
    conversions: 0,
    units: 0,
    revenue: emptyRecord(),
    events: emptyRecord(),
    filtered: {},
  };
}

function addTo(sums: Sums, row: SummedRow): void {
  for (const counter of counters) sums[counter] += row[counter];
  sums.plays += row.plays;
  sums.audienceThousandths += row.audienceThousandths;
  addCounts(sums.spend, row.spend);
  sums.conversions += row.conversions;
  sums.units += row.units;
  addCounts(sums.revenue, row.revenue);
  addCounts(sums.events, row.events);
  for (const { reason, kind, events } of row.apart) {
    sums.filtered[reason] ??= emptyRecord();
    addCounts(sums.filtered[reason], { [kind]: events });
  }
}

function countsOf({ spend, revenue, ...sums }: Sums): Counts {
  const { conversions, units, impressions, viewables, clicks, plays, audienceThousandths, events, filtered } = sums;
  const named = (name: string): number => events[name] ?? 0;
  return {
    ...eachCounter((counter) => sums[counter]),
    plays,
    audience: audienceThousandths / 1000,
    video: {
      starts: named('start'),
      firstQuartiles: named('firstQuartile'),
      midpoints: named('midpoint'),
      thirdQuartiles: named('thirdQuartile'),
      completes: named('complete'),
    },
    spend: amountsOf(spend),
    conversions,
    units,
    revenue: amountsOf(revenue),
    ctrPercent: percentOf(clicks, impressions),
    viewabilityPercent: percentOf(viewables, impressions),
    completionPercent: percentOf(named('complete'), named('start')),
    events,
    filtered,
  };
}

/** Returns a percentage with four decimals. null if the divisor is 0. */
function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1_000_000) / 10_000;
}

/** Created without a prototype, because an event can have the name of an object property. */
function emptyRecord(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}

function addCounts(sums: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
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
