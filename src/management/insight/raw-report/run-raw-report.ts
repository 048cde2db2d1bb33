import { isInSeveralRows } from '../../../core/reporting/value-dimensions.ts';
import { readCountedHours } from '../../../exchange/open-data/counted-hours.ts';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import type { ParquetSession } from '../../../exchange/open-data/parquet-session.ts';
import type { CachedHours } from './cached-hours.ts';
import { inventoryTaskOf, readInventory, storeInventory } from './count-inventory.ts';
import { countViewers } from './count-viewers.ts';
import { coveredMsOf, hoursOfDays } from './covered-hours.ts';
import { findReportedFiles } from './raw-report-files.ts';
import { rawCountsOf, rawValuesOf } from './raw-report-rows.ts';
import { otherSql, partsSql, rowsSql, shownSql, totalSql } from './raw-report-sql.ts';
import { createTables } from './raw-report-tables.ts';
import type { RawReport, RawReportTask } from './raw-report-task.ts';
import { type ScannedFiles, scanSql } from './raw-scan-sql.ts';

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
  const findFiles = (of: RawReportTask) =>
    findReportedFiles(files, of, {
      hours: hoursOfDays(hours, task),
      signal: options.signal,
      onCopied: (part) => options.onProgress(part * copyPercent),
    });
  const inventoryTask = task.hasInventory ? inventoryTaskOf(task) : null;
  const inventoryFiles = inventoryTask === null ? null : await findFiles(inventoryTask);
  const groups = await findFiles(task);
  await createTables({ session, store }, task);
  const percent = () =>
    (isCopied ? copyPercent : 0) + ((session.percent() ?? 0) * (isCopied ? 100 - copyPercent : 100)) / 100;
  options.signal.throwIfAborted();
  const timer = setInterval(() => options.onProgress(percent()), 500);
  try {
    if (groups.files.every(({ paths }) => paths.length === 0) && groups.sums.length === 0) {
      const inventory = task.hasInventory ? { rows: [], totals: 0, other: null } : null;
      return { rows: [], totals: noRawCounts, other: null, inventory, coveredMs: coveredMsOf(hours) };
    }
    const inventoryTotal =
      inventoryTask === null || inventoryFiles === null
        ? null
        : await storeInventory(session, inventoryTask, (part) => scan(session, inventoryTask, inventoryFiles, part));
    await scan(session, task, groups, { isTotal: false });
    await session.run(rowsSql(task));
    const [count] = await session.rows(
      'select count(*) as n, count(*) filter (where not is_shown) as others from report_row',
    );
    if (task.top === null && Number(count?.['n']) > task.maxRows) throw new TooManyRawRowsError();
    const shown = await session.rows(shownSql(task));
    const values = shown.map((row) => rawValuesOf(row, task.groupBy));
    const hasOther = Number(count?.['others']) > 0;
    const other = hasOther ? await session.rows(otherSql(task)) : [];
    const inventory =
      inventoryTotal === null
        ? null
        : await readInventory(session, task, { rows: values, totals: inventoryTotal, hasOther });
    // With several values per event, rows do not add up to the totals.
    const isRepeated = isInSeveralRows(task);
    const viewers = task.hasViewers ? await countViewers(session, task, groups.files, { isRepeated }) : null;
    options.signal.throwIfAborted();
    if (isRepeated) await scan(session, task, groups, { isTotal: true });
    const [totals] = await session.rows(totalSql);
    return {
      rows: shown.map((row, index) => ({
        values: values[index] ?? {},
        counts: { ...rawCountsOf(row), ...viewers?.ofRow(Number(row['rank_number'])) },
      })),
      totals: { ...(totals === undefined ? noRawCounts : rawCountsOf(totals)), ...viewers?.totals },
      other: other[0] === undefined ? null : { ...rawCountsOf(other[0]), ...viewers?.other },
      inventory,
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

/** Creates `report_part`. */
async function scan(
  session: ParquetSession,
  task: RawReportTask,
  groups: ScannedFiles,
  options: { readonly isTotal: boolean },
): Promise<void> {
  await session.run(scanSql(task, groups, options));
  await session.run(partsSql(task, options));
}
