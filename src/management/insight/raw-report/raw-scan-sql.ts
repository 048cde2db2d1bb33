import type { ObjectDimension } from '../../../contract/insight/report.ts';
import type { ReportDimension } from '../../../contract/insight/report-table-fields.ts';
import { isTimeDimension } from '../../../core/reporting/comparison.ts';
import { isRequestDimension, listDimensions, type RequestDimension } from '../../../core/reporting/value-dimensions.ts';
import { keyColumn, totalSums } from '../../../exchange/open-data/counted-schema.ts';
import { eachValueSql, sqlName, sqlText } from '../../../exchange/open-data/parquet-session.ts';
import { countedColumnNames, factColumnOf, factListColumns, partColumns, rawObjects } from './raw-columns.ts';
import type { RawReportTask } from './raw-report-task.ts';

/** Files of hours that have, or do not have, a column for the key of the report. */
export type RawFiles = {
  readonly paths: readonly string[];
  readonly hasKeyColumn: boolean;
  /** Whether they have keys of viewers. */
  readonly hasViewers: boolean;
};

/** Files that are scanned for a report. */
export type ScannedFiles = {
  readonly files: readonly RawFiles[];
  /** Sums of hours. */
  readonly sums: readonly string[];
  /** Rows of the hours with sums, which are read for plays of screens: the audience of a play depends on its position. */
  readonly played: readonly RawFiles[];
};

/**
 * Returns the statement that creates `scanned`: sums by the columns of `counted` of which the dimensions follow. It reads
 * all files; what follows reads its few rows. Needs the tables `visible` (with `bookingIds`), `reported_screen` and parents.
 */
export function scanSql(
  task: RawReportTask,
  { files, sums, played }: ScannedFiles,
  { isTotal }: { readonly isTotal: boolean },
): string {
  const hasScreens = task.screens.length > 0;
  const scanned = hasScreens ? [...countedColumnNames, 'played'] : countedColumnNames;
  const scanOf = (read: readonly string[], condition: string) => (from: RawFiles) => {
    const dimensions = isTotal ? [] : task.groupBy;
    const columns = dimensions.flatMap((dimension) => scannedColumns(dimension, task, from.hasKeyColumn));
    return `select ${[...new Set(columns), ...partColumns, ...read].join(', ')}
      from read_parquet([${from.paths.map(sqlText).join(', ')}])
      where ${condition} and ${conditionsOf(task, from.hasKeyColumn)}`;
  };
  const ofScreen = `case when ${isPlay} then impressions else 0 end as played`;
  const given = [
    sumScanOf(task, sums, { isTotal }),
    ...files
      .filter(hasPaths)
      .map(scanOf([...countedColumnNames, ...(hasScreens ? [...screenColumns, ofScreen] : [])], 'true')),
    ...played
      .filter(hasPaths)
      .map(scanOf([...screenColumns, 'impressions as played'], `${isPlay} and impressions > 0`)),
  ].filter((scan) => scan !== null);
  if (given.length === 0) return '';
  const totals = scanned.map((column) => `sum(${column})::bigint as ${column}`).join(', ');
  return `create or replace temp table scanned as
    select * exclude (${scanned.join(', ')}), ${totals} from (${given.join(' union all by name ')}) group by all`;
}

function hasPaths({ paths }: RawFiles): boolean {
  return paths.length > 0;
}

/** Returns the scan of the sums of hours. null: there are none. */
function sumScanOf(
  task: RawReportTask,
  paths: readonly string[],
  { isTotal }: { readonly isTotal: boolean },
): string | null {
  if (paths.length === 0) return null;
  const dimensions = isTotal ? [] : task.groupBy;
  const columns = dimensions.map((dimension) =>
    isRequestDimension(dimension) ? `value as ${sqlName(dimension)}` : dimension === 'hour' ? 'hour_at' : 'local_day',
  );
  const column = isTotal ? totalSums : (summedColumnOf(task) ?? totalSums);
  const days = [
    ...(task.from === null ? [] : [`local_day >= date ${sqlText(task.from)}`]),
    ...(task.to === null ? [] : [`local_day < date ${sqlText(task.to)}`]),
  ];
  // Plays of screens are read from rows.
  const plays = ['null::bigint as screen_id', 'null::timestamp as screen_hour', '0::bigint as played'];
  const read = [
    ...new Set(columns),
    ...partColumns,
    ...countedColumnNames,
    ...(task.screens.length === 0 ? [] : plays),
  ];
  return `select ${read.join(', ')} from read_parquet([${paths.map(sqlText).join(', ')}])
    where ${[`dimension = ${sqlText(column)}`, ...days].join(' and ')}`;
}

const isPlay = 'position_id in (select position_id from reported_screen)';

/** Only impressions of screens have another audience than their number. */
const screenColumns = [
  `case when ${isPlay} then position_id end as screen_id`,
  `case when ${isPlay} then hour_at end as screen_hour`,
];

/** Returns the columns of `counted` of which a dimension follows. */
export function scannedColumns(
  dimension: ReportDimension,
  task: RawReportTask,
  hasKeyColumn: boolean,
): readonly string[] {
  if (dimension === 'month' || dimension === 'day') return ['local_day'];
  if (dimension === 'hour') return ['hour_at'];
  if (dimension === 'hourOfWeek') return ['hour_at', 'position_id'];
  if (!isRequestDimension(dimension)) return [rawObjects[dimension].id];
  if (!listDimensions.includes(dimension)) return [`${factColumnOf(dimension)} as ${sqlName(dimension)}`];
  const values = listOf(dimension, task, hasKeyColumn);
  // Each value once. An event without a value is in the row of null.
  return [`${eachValueSql(values)} as ${sqlName(dimension)}`];
}

/** Returns the expression of the list of the values of a row, or null. */
function listOf(dimension: RequestDimension, { key }: RawReportTask, hasKeyColumn: boolean): string {
  const column = factListColumns[dimension];
  if (column !== undefined) return column;
  return hasKeyColumn ? sqlName(keyColumn(key ?? '')) : `parameters[${sqlText(key ?? '')}]`;
}

/** Returns the condition of the rows that a report counts. */
export function conditionsOf(task: RawReportTask, hasKeyColumn: boolean): string {
  const { from, to, ids, values, bookingIds } = task;
  const given = ['true'];
  if (from !== null) given.push(`local_day >= date ${sqlText(from)}`);
  if (to !== null) given.push(`local_day < date ${sqlText(to)}`);
  if (bookingIds !== null) given.push('booking_id in (select id from visible)');
  for (const [dimension, chosen] of Object.entries(ids)) {
    if (chosen === undefined) continue;
    const { id, parent } = rawObjects[dimension as ObjectDimension];
    const list = chosen.join(', ');
    given.push(
      parent === undefined
        ? `${id} in (${list})`
        : `${id} in (select ${id} from ${parent[0]} where ${parent[1]} in (${list}))`,
    );
  }
  for (const [dimension, chosen] of Object.entries(values)) {
    if (chosen === undefined) continue;
    const list = chosen.map(sqlText).join(', ');
    const one = dimension as RequestDimension;
    given.push(
      listDimensions.includes(one)
        ? `list_has_any(${listOf(one, task, hasKeyColumn)}, [${list}])`
        : `${factColumnOf(one)} in (${list})`,
    );
  }
  return given.join(' and ');
}

/**
 * Returns the column of the sums from which a report can be read instead of all rows: by one fact, optionally by time,
 * and of all bookings. null: none.
 */
export function summedColumnOf(task: RawReportTask): string | null {
  const { groupBy, key, ids, values, bookingIds, hasViewers } = task;
  const [dimension, ...others] = groupBy.filter(isRequestDimension);
  const isFree = [...Object.values(ids), ...Object.values(values)].every((chosen) => chosen === undefined);
  const isByTime = groupBy.every((one) => isRequestDimension(one) || isTimeDimension(one));
  if (dimension === undefined || others.length > 0 || !isFree || !isByTime) return null;
  if (bookingIds !== null || hasViewers) return null;
  return dimension === 'keyValue' ? keyColumn(key ?? '') : (factListColumns[dimension] ?? factColumnOf(dimension));
}
