import { sqlName, sqlText } from '../../../exchange/open-data/parquet-session.ts';
import { parentsOf } from './raw-columns.ts';
import { dimensionSql } from './raw-report-sql.ts';
import type { RawReportTask } from './raw-report-task.ts';
import { conditionsOf, type RawFiles, scannedColumns } from './raw-scan-sql.ts';

/*
 * Statements that count the viewers of a report. Their table `viewer_part` has the impressions by row and viewer, each as
 * a hash of 64 bits, like the key of a viewer itself: rows of fixed size use a fraction of the memory, and DuckDB
 * moves them to disk. They need the table `report_row` and those of `raw-report-sql.ts`.
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
  const row = isTotal ? '0' : `hash(${dimensions.map(dimensionSql).join(', ')})`;
  return `create or replace temp table viewer_part as
    select ${row} as row_hash, hash(viewer_key) as viewer, sum(scanned.impressions)::bigint as impressions
    from (${scans.join(' union all by name ')}) scanned
    ${joins.map((table) => `left join ${table} using (${table.slice(0, -1)}_id)`).join(' ')}
    group by all`;
}

type Grouped = Pick<RawReportTask, 'groupBy'>;

/** Returns the query of the viewers of each row, by its rank. */
export function viewersByRankSql(task: Grouped): string {
  return `select rank_number, people, known_impressions from (${ranksSql(task)}) join (
      select row_hash, count(*) as people, sum(impressions)::bigint as known_impressions
      from viewer_part group by row_hash) using (row_hash)`;
}

/** Returns the query of the viewers of all rows that are not shown. */
export function otherViewersSql(task: Grouped): string {
  return `select count(distinct viewer) as people, coalesce(sum(impressions), 0)::bigint as known_impressions
    from viewer_part join (${ranksSql(task)}) using (row_hash) where not is_shown`;
}

/** Returns the query of all viewers. */
export const allViewersSql = `select count(distinct viewer) as people,
  coalesce(sum(impressions), 0)::bigint as known_impressions from viewer_part`;

function ranksSql({ groupBy }: Grouped): string {
  return `select rank_number, is_shown, hash(${[...new Set(groupBy)].map(sqlName).join(', ')}) as row_hash from report_row`;
}
