import type { ObjectDimension } from '../../../contract/insight/report.ts';
import type { ReportDimension } from '../../../contract/insight/report-table-fields.ts';
import { counters } from '../../../core/pricing/billable-events.ts';
import { isTimeDimension } from '../../../core/reporting/comparison.ts';
import { isRequestDimension, listDimensions, type RequestDimension } from '../../../core/reporting/value-dimensions.ts';
import { keyColumn, totalSums, videoColumns } from '../../../exchange/open-data/counted-schema.ts';
import { eachValueSql, sqlName, sqlText } from '../../../exchange/open-data/parquet-session.ts';
import type { RawReportTask } from './raw-report-task.ts';

/** Files of hours that have, or do not have, a column for the key of the report. */
export type RawFiles = {
  readonly paths: readonly string[];
  readonly hasKeyColumn: boolean;
  /** Whether they have keys of viewers. */
  readonly hasViewers: boolean;
};

/**
 * Returns the column of the sums from which a report can be read instead of all rows: by one fact, optionally by time,
 * and of all bookings. null: none.
 */
export function summedColumnOf(task: RawReportTask): string | null {
  const { groupBy, key, ids, values, bookingIds, screens, hasViewers } = task;
  const [dimension, ...others] = groupBy.filter(isRequestDimension);
  const isFree = [...Object.values(ids), ...Object.values(values)].every((chosen) => chosen === undefined);
  const isByTime = groupBy.every((one) => isRequestDimension(one) || isTimeDimension(one));
  // The audience of a screen depends on its position.
  if (dimension === undefined || others.length > 0 || !isFree || !isByTime) return null;
  if (bookingIds !== null || screens.length > 0 || hasViewers) return null;
  return dimension === 'keyValue' ? keyColumn(key ?? '') : (listColumns[dimension] ?? columnOf(dimension));
}

/** Tables of names, which contain the parents of objects. */
export type RawParents = 'bookings' | 'creatives' | 'positions';

/** The column of `counted` with the ID, and the table and the column of a parent. */
const objects: Readonly<
  Record<ObjectDimension, { readonly id: string; readonly parent?: readonly [RawParents, string] }>
> = {
  booking: { id: 'booking_id' },
  creative: { id: 'creative_id' },
  position: { id: 'position_id' },
  campaign: { id: 'booking_id', parent: ['bookings', 'campaign_id'] },
  mediaPartner: { id: 'booking_id', parent: ['bookings', 'advertiser_id'] },
  brand: { id: 'creative_id', parent: ['creatives', 'brand_id'] },
  location: { id: 'position_id', parent: ['positions', 'location_id'] },
  publication: { id: 'position_id', parent: ['positions', 'publication_id'] },
  publisher: { id: 'position_id', parent: ['positions', 'publisher_id'] },
};

const listColumns: Readonly<Partial<Record<RequestDimension, string>>> = {
  keyword: 'keywords',
  category: 'categories',
  product: 'products',
  segment: 'segments',
};

/** Returns the column of a dimension with one value. */
function columnOf(dimension: RequestDimension): string {
  return dimension === 'viewerLanguage' ? 'language' : dimension;
}

const videoNames = Object.keys(videoColumns);
/** Columns that are summed. */
const summed = [...counters, ...videoNames, 'events'];
/** Columns by which rows are divided besides their dimensions. */
const parts = ['event', 'filter_reason'];

/** Returns the tables of names that a report needs. */
export function parentsOf({ groupBy, ids }: Pick<RawReportTask, 'groupBy' | 'ids'>): readonly RawParents[] {
  const dimensions = new Set<string>([...groupBy, ...Object.keys(ids)]);
  const found = Object.entries(objects).flatMap(([dimension, { parent }]) =>
    parent !== undefined && dimensions.has(dimension) ? [parent[0]] : [],
  );
  return [...new Set<RawParents>([...found, ...(dimensions.has('hourOfWeek') ? (['positions'] as const) : [])])];
}

/**
 * Returns the statement that creates `scanned`: sums by the columns of `counted` of which the dimensions follow. It reads
 * all files; what follows reads its few rows. Needs the tables `visible` (with `bookingIds`), `reported_screen` and parents.
 */
export function scanSql(
  task: RawReportTask,
  { files, sums }: { readonly files: readonly RawFiles[]; readonly sums: readonly string[] },
  { isTotal }: { readonly isTotal: boolean },
): string {
  const dimensions = isTotal ? [] : task.groupBy;
  const fromSums = sumScanOf(task, sums, { isTotal });
  const scans = files
    .filter(({ paths }) => paths.length > 0)
    .map(({ paths, hasKeyColumn }) => {
      const columns = [...new Set(dimensions.flatMap((dimension) => scannedColumns(dimension, task, hasKeyColumn)))];
      const screens = task.screens.length === 0 ? [] : screenColumns;
      return `select ${[...columns, ...screens, ...parts, ...summed].join(', ')}
        from read_parquet([${paths.map(sqlText).join(', ')}]) where ${conditionsOf(task, hasKeyColumn)}`;
    });
  const totals = summed.map((column) => `sum(${column})::bigint as ${column}`).join(', ');
  const all = [...(fromSums === null ? [] : [fromSums]), ...scans];
  if (all.length === 0) return '';
  const given = `(${all.join(' union all by name ')})`;
  return `create or replace temp table scanned as
    select * exclude (${summed.join(', ')}), ${totals} from ${given} group by all`;
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
  return `select ${[...new Set(columns), ...parts, ...summed].join(', ')} from read_parquet([${paths.map(sqlText).join(', ')}])
    where ${[`dimension = ${sqlText(column)}`, ...days].join(' and ')}`;
}

/** Only impressions of screens have another audience than their number. */
const screenColumns = [
  'case when position_id in (select position_id from reported_screen) then position_id end as screen_id',
  'case when position_id in (select position_id from reported_screen) then hour_at end as screen_hour',
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
  if (!isRequestDimension(dimension)) return [objects[dimension].id];
  if (!listDimensions.includes(dimension)) return [`${columnOf(dimension)} as ${sqlName(dimension)}`];
  const values = listOf(dimension, task, hasKeyColumn);
  // Each value once. An event without a value is in the row of null.
  return [`${eachValueSql(values)} as ${sqlName(dimension)}`];
}

/** Returns the expression of the list of the values of a row, or null. */
function listOf(dimension: RequestDimension, { key }: RawReportTask, hasKeyColumn: boolean): string {
  const column = listColumns[dimension];
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
    const { id, parent } = objects[dimension as ObjectDimension];
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
        : `${columnOf(one)} in (${list})`,
    );
  }
  return given.join(' and ');
}

/** Returns the statement that creates `report_part`: sums by dimension, event and reason. */
export function partsSql({ groupBy, screens }: RawReportTask, { isTotal }: { readonly isTotal: boolean }): string {
  const dimensions = isTotal ? [] : [...new Set(groupBy)];
  const columns = dimensions.map((dimension) => `${dimensionSql(dimension)} as ${sqlName(dimension)}`);
  const joins = isTotal ? [] : parentsOf({ groupBy, ids: {} });
  const people = screens.length === 0 ? 'impressions * 1000' : 'impressions * coalesce(multiplier, 1000)';
  const plays = screens.length === 0 ? '0' : 'case when screen_id is not null then impressions else 0 end';
  const multiplier = `reported_screen.multipliers[1 + hour(timezone(reported_screen.time_zone, timezone('UTC', screen_hour)))]`;
  const from =
    screens.length === 0
      ? 'scanned'
      : `(select scanned.*, ${multiplier} as multiplier from scanned left join reported_screen on reported_screen.position_id = screen_id) scanned`;
  return `create or replace temp table report_part as
    select ${[...columns, ...parts].join(', ')}${columns.length + parts.length > 0 ? ', ' : ''}
      ${summed.map((column) => `sum(scanned.${column})::bigint as ${column}`).join(', ')},
      sum(${plays})::bigint as plays, sum(${people})::bigint as audience_thousandths
    from ${from} ${joins.map((table) => `left join ${table} using (${table.slice(0, -1)}_id)`).join(' ')}
    group by all`;
}

/** Returns the expression of a dimension over the scanned columns and the tables of names. */
export function dimensionSql(dimension: ReportDimension): string {
  if (dimension === 'month') return "strftime(local_day, '%Y-%m')";
  if (dimension === 'day') return "strftime(local_day, '%Y-%m-%d')";
  if (dimension === 'hour') return "strftime(hour_at, '%Y-%m-%dT%H:%M:%S.000Z')";
  if (dimension === 'hourOfWeek') {
    const local = `timezone(coalesce(positions.time_zone, 'UTC'), timezone('UTC', hour_at))`;
    return `((isodow(${local}) - 1) * 24 + hour(${local}))::integer`;
  }
  if (isRequestDimension(dimension)) return sqlName(dimension);
  const { id, parent } = objects[dimension];
  return parent === undefined ? `scanned.${id}` : `${parent[0]}.${parent[1]}`;
}

/**
 * Returns the statement that creates `report_row`: one row for each value of the dimensions, and whether it is shown. Needs
 * the table `selected` if rows are selected.
 */
export function rowsSql({ groupBy, top, selected }: Pick<RawReportTask, 'groupBy' | 'top' | 'selected'>): string {
  const dimensions = [...new Set(groupBy)];
  const names = dimensions.map(sqlName);
  const order = ['impressions desc', ...names.map((name) => `${name} nulls last`)];
  const isSelected = `exists (select 1 from selected where ${sameValues(dimensions, 'selected', 'ranked')})`;
  const isShown = selected !== null ? isSelected : top !== null ? `rank_number <= ${top}` : 'true';
  return `create or replace temp table report_row as
    select ranked.*, ${isShown} as is_shown from (
      select *, row_number() over (order by ${order.join(', ')}) as rank_number
      from (select ${[...names, mergedCounts].join(', ')} from report_part group by ${names.join(', ')})
    ) ranked`;
}

/** Returns the condition that two tables have the same values of dimensions. */
export function sameValues(dimensions: readonly ReportDimension[], one: string, other: string): string {
  const same = dimensions.map(sqlName).map((name) => `${one}.${name} is not distinct from ${other}.${name}`);
  return same.length === 0 ? 'true' : same.join(' and ');
}

/** Counts of some parts as columns, with the other events and the filtered ones as lists. */
const mergedCounts = `${[...counters, ...videoNames, 'plays', 'audience_thousandths']
  .map((column) => `coalesce(sum(${column}), 0)::bigint as ${column}`)
  .join(', ')},
  coalesce(list({'event': event, 'events': events}) filter (where event is not null and filter_reason is null), []) as other_events,
  coalesce(list({'reason': filter_reason, 'kind': event, 'events': events}) filter (where filter_reason is not null), []) as filtered`;

/** Returns the query of the rows of a report. @param top null: all, in order of the dimensions */
export function shownSql({ groupBy, top }: Pick<RawReportTask, 'groupBy' | 'top'>): string {
  const names = [...new Set(groupBy)].map((dimension) => `${sqlName(dimension)} nulls last`);
  return `select * from report_row where is_shown
    order by ${top === null && names.length > 0 ? names.join(', ') : 'rank_number'}`;
}

/** Returns the query of the sums of all rows beyond the shown ones, as one row. */
export function otherSql({ groupBy }: Pick<RawReportTask, 'groupBy'>): string {
  const same = sameValues([...new Set(groupBy)], 'report_part', 'report_row');
  return `select ${mergedCounts} from (
      select event, filter_reason, ${[...summed, 'plays', 'audience_thousandths'].map((column) => `sum(report_part.${column}) as ${column}`).join(', ')}
      from report_part join report_row on ${same} where not report_row.is_shown group by all)`;
}

/** Returns the query of the sums of all parts, as one row. */
export const totalSql = `select ${mergedCounts} from (
  select event, filter_reason, ${[...summed, 'plays', 'audience_thousandths'].map((column) => `sum(${column}) as ${column}`).join(', ')}
  from report_part group by all)`;
