import type { ParquetSession } from '../../../exchange/open-data/parquet-session.ts';
import type { RawReportTask, ViewerCounts } from './raw-report-task.ts';
import type { RawFiles } from './raw-scan-sql.ts';
import { allViewersSql, otherViewersSql, viewerPartsSql, viewersByRankSql } from './viewer-sql.ts';

type Viewers = { readonly viewers: ViewerCounts };

/** The viewers of a report. A viewer in several rows counts in each, and once in `totals` and `other`. */
export type CountedViewers = {
  /** @param rank number of the row in `report_row` */
  ofRow(rank: number): Viewers;
  readonly totals: Viewers;
  readonly other: Viewers;
};

/**
 * Counts different viewers exactly. Needs the table `report_row`.
 * @param options.isRepeated true: an impression can be in several rows
 */
export async function countViewers(
  session: ParquetSession,
  task: RawReportTask,
  files: readonly RawFiles[],
  { isRepeated }: { readonly isRepeated: boolean },
): Promise<CountedViewers> {
  const statement = viewerPartsSql(task, files, { isTotal: false });
  if (statement === null) return { ofRow: () => noViewers, totals: noViewers, other: noViewers };
  try {
    await session.run(statement);
    const rows = await session.rows(viewersByRankSql(task));
    const byRank = new Map(rows.map((row) => [Number(row['rank_number']), viewersOf(row)]));
    const other = task.top === null ? noViewers : viewersOf((await session.rows(otherViewersSql(task)))[0]);
    if (isRepeated) await session.run(viewerPartsSql(task, files, { isTotal: true }) as string);
    const totals = viewersOf((await session.rows(allViewersSql))[0]);
    return { ofRow: (rank) => byRank.get(rank) ?? noViewers, totals, other };
  } finally {
    await session.run('drop table if exists viewer_part');
  }
}

const noViewers: Viewers = { viewers: { people: 0, impressions: 0 } };

function viewersOf(row: Readonly<Record<string, unknown>> | undefined): Viewers {
  if (row === undefined) return noViewers;
  return { viewers: { people: Number(row['people']), impressions: Number(row['known_impressions']) } };
}
