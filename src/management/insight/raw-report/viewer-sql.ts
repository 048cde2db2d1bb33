import { sqlName, sqlText } from '../../../exchange/open-data/parquet-session.ts';
import { parentsOf } from './raw-columns.ts';
import { dimensionSql, sameValues } from './raw-report-sql.ts';
import type { RawReportTask } from './raw-report-task.ts';
import { conditionsOf, type RawFiles, scannedColumns } from './raw-scan-sql.ts';

/*
 * Statements that count the viewers of a report. Tables: `viewer_part` (impressions by row and viewer), `viewer_row`
 * (viewers by row). They need the tables of `raw-report-sql.ts`.
 */

/** Returns the statement that creates `viewer_part`. null: no file has viewers. */
export function viewerPartsSql(
  task: RawReportTask,
  files: readonly RawFiles[],
  { isTotal }: { readonly isTotal: boolean },
): string | null {
  const dimensions = isTotal ? [] : [...new Set(task.groupBy)];
  const scans = files
    .filter(({ hasViewers, paths }) => hasViewers && paths.length > 0)
    .map(({ paths, hasKeyColumn }) => {
      const columns = new Set(dimensions.flatMap((dimension) => scannedColumns(dimension, task, hasKeyColumn)));
      return `select ${[...columns, 'viewer_key', 'impressions'].join(', ')}
        from read_parquet([${paths.map(sqlText).join(', ')}])
        where impressions > 0 and viewer_key is not null and ${conditionsOf(task, hasKeyColumn)}`;
    });
  if (scans.length === 0) return null;
  const joins = isTotal ? [] : parentsOf({ groupBy: task.groupBy, ids: {} });
  const columns = dimensions.map((dimension) => `${dimensionSql(dimension)} as ${sqlName(dimension)}`);
  return `create or replace temp table viewer_part as
    select ${[...columns, 'viewer_key'].join(', ')}, sum(scanned.impressions)::bigint as impressions
    from (${scans.join(' union all by name ')}) scanned
    ${joins.map((table) => `left join ${table} using (${table.slice(0, -1)}_id)`).join(' ')}
    group by all`;
}

type Grouped = Pick<RawReportTask, 'groupBy'>;

/** Returns the query of the viewers of each row, by its rank. */
export function viewersByRankSql({ groupBy }: Grouped): string {
  const names = [...new Set(groupBy)].map(sqlName).join(', ');
  return `select rank_number, people, known_impressions from report_row join (
      select ${names}, count(*) as people, sum(impressions)::bigint as known_impressions
      from viewer_part group by ${names}) viewer_row on ${sameValues([...new Set(groupBy)], 'viewer_row', 'report_row')}`;
}

/** Returns the query of the viewers of all rows that are not shown. */
export function otherViewersSql({ groupBy }: Grouped): string {
  return `select count(distinct viewer_key) as people, coalesce(sum(viewer_part.impressions), 0)::bigint as known_impressions
    from viewer_part join report_row on ${sameValues([...new Set(groupBy)], 'viewer_part', 'report_row')} where not is_shown`;
}

/** Returns the query of all viewers. */
export const allViewersSql = `select count(distinct viewer_key) as people,
  coalesce(sum(impressions), 0)::bigint as known_impressions from viewer_part`;
