import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listDimensions } from '../../../core/reporting/value-dimensions.ts';
import { readCountedHours } from '../../../exchange/open-data/counted-hours.ts';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import { type ParquetSession, sqlText } from '../../../exchange/open-data/parquet-session.ts';
import type { CachedHours } from './cached-hours.ts';
import { countViewers } from './count-viewers.ts';
import { coveredMsOf, hoursOfDays } from './covered-hours.ts';
import { findReportedFiles, type ReportedFiles } from './raw-report-files.ts';
import { rawCountsOf, rawValuesOf } from './raw-report-rows.ts';
import {
  otherSql,
  parentsOf,
  partsSql,
  type RawParents,
  rowsSql,
  scanSql,
  shownSql,
  totalSql,
} from './raw-report-sql.ts';
import type { RawReport, RawReportTask } from './raw-report-task.ts';

/** A report has more rows than allowed. */
export class TooManyRawRowsError extends Error {}

export type RawReportTools = {
  readonly session: ParquetSession;
  readonly store: OpenDataStore;
  readonly files: CachedHours;
};

/** Part of the progress that is the copying of files. */
const copyPercent = 50;

/**
 * Counts a report from the files of `counted`.
 * @param options.onProgress called with the percentage of the work that is done
 * @throws TooManyRawRowsError
 */
export async function runRawReport(
  { session, store, files }: RawReportTools,
  task: RawReportTask,
  options: { readonly signal: AbortSignal; readonly onProgress: (percent: number) => void },
): Promise<RawReport> {
  const hours = await readCountedHours(store);
  const isCopied = store.localPath('') === null;
  if (isCopied) await files.retain(hours);
  const groups = await findReportedFiles(files, task, {
    hours: hoursOfDays(hours, task),
    signal: options.signal,
    onCopied: (part) => options.onProgress(part * copyPercent),
  });
  await createTables(session, task);
  await createParents({ session, store }, parentsOf(task));
  const percent = () =>
    (isCopied ? copyPercent : 0) + ((session.percent() ?? 0) * (isCopied ? 100 - copyPercent : 100)) / 100;
  options.signal.throwIfAborted();
  const timer = setInterval(() => options.onProgress(percent()), 500);
  try {
    const hasRows = await scan(session, task, groups, { isTotal: false });
    if (!hasRows) return { rows: [], totals: noRawCounts, other: null, coveredMs: coveredMsOf(hours) };
    const [count] = await session.rows('select count(*) as n from report_row');
    if (task.top === null && Number(count?.['n']) > task.maxRows) throw new TooManyRawRowsError();
    const shown = await session.rows(shownSql(task));
    const other =
      task.top !== null && Number(count?.['n']) > task.top ? await session.rows(otherSql(task, task.top)) : [];
    // With several values per event, rows do not add up to the totals.
    const isRepeated = task.groupBy.some((dimension) => listDimensions.some((list) => list === dimension));
    const viewers = task.hasViewers ? await countViewers(session, task, groups.files, { isRepeated }) : null;
    options.signal.throwIfAborted();
    if (isRepeated) await scan(session, task, groups, { isTotal: true });
    const [totals] = await session.rows(totalSql);
    return {
      rows: shown.map((row) => ({
        values: rawValuesOf(row, task.groupBy),
        counts: { ...rawCountsOf(row), ...viewers?.ofRow(Number(row['rank_number'])) },
      })),
      totals: { ...(totals === undefined ? noRawCounts : rawCountsOf(totals)), ...viewers?.totals },
      other: other[0] === undefined ? null : { ...rawCountsOf(other[0]), ...viewers?.other },
      coveredMs: coveredMsOf(hours),
    };
  } finally {
    clearInterval(timer);
  }
}

const noRawCounts = rawCountsOf({
  impressions: 0,
  viewables: 0,
  clicks: 0,
  starts: 0,
  first_quartiles: 0,
  midpoints: 0,
  third_quartiles: 0,
  completes: 0,
  plays: 0,
  audience_thousandths: 0,
  other_events: [],
  filtered: [],
});

/** Creates `report_part`, and `report_row` unless only totals are needed. Returns whether there are files. */
async function scan(
  session: ParquetSession,
  task: RawReportTask,
  groups: ReportedFiles,
  options: { readonly isTotal: boolean },
): Promise<boolean> {
  const statement = scanSql(task, groups, options);
  if (statement === '') return false;
  await session.run(statement);
  await session.run(partsSql(task, options));
  if (!options.isTotal) await session.run(rowsSql(task));
  return true;
}

async function createTables(session: ParquetSession, { bookingIds, screens }: RawReportTask): Promise<void> {
  const ids = (bookingIds ?? []).join(', ');
  await session.run(`create or replace temp table visible as select unnest([${ids}]::bigint[]) as id`);
  const rows = screens.map(({ positionId, timeZone, multipliers }) => {
    const list = multipliers === null ? 'null' : `[${multipliers.join(', ')}]`;
    return `(${positionId}, ${sqlText(timeZone)}, ${list})`;
  });
  const values = rows.length === 0 ? '(null, null, null)' : rows.join(', ');
  await session.run(`create or replace temp table reported_screen as
    select position_id::bigint as position_id, time_zone::varchar as time_zone, multipliers::bigint[] as multipliers
    from (values ${values}) as given(position_id, time_zone, multipliers)`);
}

const parentColumns: Readonly<Record<RawParents, string>> = {
  bookings: 'booking_id bigint, campaign_id bigint, advertiser_id bigint',
  creatives: 'creative_id bigint, brand_id bigint',
  positions: 'position_id bigint, location_id bigint, publication_id bigint, publisher_id bigint, time_zone varchar',
};

/** Creates tables with the parents of objects from the tables of names. */
async function createParents(
  { session, store }: Pick<RawReportTools, 'session' | 'store'>,
  tables: readonly RawParents[],
): Promise<void> {
  for (const table of tables) {
    const name = `names/${table}.parquet`;
    const copy = join(session.folder, `${table}.parquet`);
    const local = store.localPath(name);
    const path = local ?? copy;
    const exists =
      local === null
        ? await store.fetch(name, copy)
        : await stat(local).then(
            () => true,
            () => false,
          );
    const columns = parentColumns[table];
    const names = columns.replaceAll(/ (bigint|varchar)/g, '');
    await session.run(`create or replace temp table ${table} (${columns})`);
    if (exists) await session.run(`insert into ${table} select ${names} from read_parquet(${sqlText(path)})`);
    await rm(copy, { force: true });
  }
}
