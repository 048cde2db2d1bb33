import type { ReportDimension } from '../../../contract/insight/report-table-fields.ts';
import { generalCounters } from '../../../core/pricing/billable-events.ts';
import { isRequestDimension } from '../../../core/reporting/value-dimensions.ts';
import { sqlName } from '../../../exchange/open-data/parquet-session.ts';
import { countedColumnNames, parentsOf, partColumns, rawObjects, videoCounts } from './raw-columns.ts';
import type { RawReportTask } from './raw-report-task.ts';

/** Returns the statement that creates `report_part`: sums by dimension, event and reason. */
export function partsSql({ groupBy, screens }: RawReportTask, { isTotal }: { readonly isTotal: boolean }): string {
  const dimensions = isTotal ? [] : [...new Set(groupBy)];
  const columns = dimensions.map((dimension) => `${dimensionSql(dimension)} as ${sqlName(dimension)}`);
  const joins = isTotal ? [] : parentsOf({ groupBy, ids: {} });
  const more = screens.length === 0 ? '' : ' + coalesce(played, 0) * (coalesce(multiplier, 1000) - 1000)';
  const people = `coalesce(impressions, 0) * 1000${more}`;
  const plays = screens.length === 0 ? '0' : 'coalesce(played, 0)';
  const multiplier = `reported_screen.multipliers[1 + hour(timezone(reported_screen.time_zone, timezone('UTC', screen_hour)))]`;
  const from =
    screens.length === 0
      ? 'scanned'
      : `(select scanned.*, ${multiplier} as multiplier from scanned left join reported_screen on reported_screen.position_id = screen_id) scanned`;
  return `create or replace temp table report_part as
    select ${[...columns, ...partColumns].join(', ')}${columns.length + partColumns.length > 0 ? ', ' : ''}
      ${countedColumnNames.map((column) => `sum(scanned.${column})::bigint as ${column}`).join(', ')},
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
  const { id, parent } = rawObjects[dimension];
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
const mergedCounts = `${[...generalCounters, ...videoCounts, 'plays', 'audience_thousandths']
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
      select event, filter_reason, ${[...countedColumnNames, 'plays', 'audience_thousandths'].map((column) => `sum(report_part.${column}) as ${column}`).join(', ')}
      from report_part join report_row on ${same} where not report_row.is_shown group by all)`;
}

/** Returns the query of the sums of all parts, as one row. */
export const totalSql = `select ${mergedCounts} from (
  select event, filter_reason, ${[...countedColumnNames, 'plays', 'audience_thousandths'].map((column) => `sum(${column}) as ${column}`).join(', ')}
  from report_part group by all)`;
