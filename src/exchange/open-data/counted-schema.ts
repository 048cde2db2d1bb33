import { billableByCounter, generalCounters } from '../../core/pricing/billable-events.ts';
import { hourMs } from '../../core/time/durations.ts';
import { requestSet } from './open-data-schema.ts';

/** A column of `counted`. */
export type CountedColumn = { readonly type: string; readonly meaning: string };

/** Video events with a column of their own, by column. */
export const videoColumns = {
  starts: 'start',
  first_quartiles: 'firstQuartile',
  midpoints: 'midpoint',
  third_quartiles: 'thirdQuartile',
  completes: 'complete',
} as const;

/** Columns with the facts of the request, in the order of `requestSet`. */
export const factColumns = [
  'consent',
  'country',
  'region',
  'device',
  'os',
  'browser',
  'language',
  'page',
  'keywords',
  'categories',
  'products',
  'segments',
] as const satisfies readonly (keyof typeof requestSet.columns)[];

/**
 * Columns of `counted`: one row for each ad with events in an hour, and further rows for other events and for filtered
 * reports. Files have further columns for common key-values: `keyColumn`. Source: docs/decisions/0201-counted-hours.md.
 */
export const countedColumns = {
  hour_at: { type: 'TIMESTAMP', meaning: 'Start of the hour of the events (UTC)' },
  local_day: { type: 'DATE', meaning: 'Day in the time zone of the publication' },
  booking_id: { type: 'BIGINT', meaning: 'Booking' },
  creative_id: { type: 'BIGINT', meaning: 'Creative' },
  position_id: { type: 'BIGINT', meaning: 'Position' },
  ...Object.fromEntries(
    generalCounters.map((counter) => [counter, { type: 'INTEGER', meaning: billableByCounter[counter].description }]),
  ),
  ...Object.fromEntries(
    Object.entries(videoColumns).map(([column, event]) => [
      column,
      { type: 'INTEGER', meaning: `Video events \`${event}\`` },
    ]),
  ),
  event: {
    type: 'VARCHAR',
    meaning: 'Name of another event, or of a filtered one; null: the row has the counts above',
  },
  filter_reason: { type: 'VARCHAR', meaning: 'Why the events do not count; null: they count' },
  events: { type: 'INTEGER', meaning: 'Number of events with the name' },
  ...Object.fromEntries(factColumns.map((name) => [name, factColumn(name)])),
  parameters: {
    type: 'MAP(VARCHAR, VARCHAR[])',
    meaning: 'Key-values of the request without a column of their own',
  },
  viewer_key: { type: 'VARCHAR', meaning: requestSet.columns.viewer_key.meaning },
} as Readonly<Record<string, CountedColumn>>;

function factColumn(name: (typeof factColumns)[number]): CountedColumn {
  const { type, meaning } = requestSet.columns[name];
  return { type, meaning: type === 'VARCHAR[]' ? `${meaning.replace(/\.$/, '')}. Null: unknown` : meaning };
}

const keyPrefix = 'key:';

/** Returns the name of the column with the values of a key, of type `VARCHAR[]`. */
export function keyColumn(key: string): string {
  return keyPrefix + key;
}

/** Column with the keys of viewers. */
export const viewerColumn = 'viewer_key';

/** Order of the rows of a file. */
export const countedOrder = ['booking_id', 'position_id'] as const;

/** Folder of the files, with partitions by day and hour (UTC). */
export const countedFolder = 'counted';

/** Folder of the sums by one fact, with the same partitions. */
export const sumsFolder = '_sums';

/** Columns of `counted` that are summed. */
export const countColumns: readonly string[] = [...generalCounters, ...Object.keys(videoColumns), 'events'];

/** Dimension of the rows of all events in the sums of an hour. */
export const totalSums = '';

/**
 * Name of the file with the sums of an hour by one fact: `dimension` (a column of `counted`, or `totalSums`), `value`,
 * `hour_at`, `local_day`, `event`, `filter_reason` and `countColumns`.
 */
export function sumsFileName(startMs: number): string {
  return `${sumsFolder}${countedFileName(startMs).slice(countedFolder.length, -'counted.parquet'.length)}sums.parquet`;
}

/** Name of the file of an hour. It is replaced as a whole when events of the hour arrive later. */
export function countedFileName(startMs: number): string {
  const time = new Date(Math.floor(startMs / hourMs) * hourMs).toISOString();
  return `${countedFolder}/day=${time.slice(0, 10)}/hour=${time.slice(11, 13)}/counted.parquet`;
}
