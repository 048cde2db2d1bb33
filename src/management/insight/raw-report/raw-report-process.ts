import { openOpenDataStore } from '../../../exchange/open-data/open-data-store.ts';
import { openParquetSession } from '../../../exchange/open-data/parquet-session.ts';
import type { StoreLocation } from '../../../platform/files/store-location.ts';
import { openCachedHours } from './cached-hours.ts';
import type { FromRawReports, ToRawReports } from './raw-report-task.ts';
import { reportCacheFolder } from './report-cache.ts';
import { type RawReportTools, runRawReport, TooManyRawRowsError } from './run-raw-report.ts';

/** The first message: where the files are. */
export type RawReportLocation = {
  readonly store: StoreLocation;
  readonly dataFolder: string;
  /** Folder for temporary files, of this process only. */
  readonly folder: string;
};

// Separate process with lower priority, so that its CPU and memory use does not affect others and ends with it.
process.on('disconnect', () => process.exit());
// The parent decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

let tools: Promise<RawReportTools> | null = null;
let running: { readonly id: number; readonly cancel: AbortController } | null = null;

process.on('message', (said: RawReportLocation | ToRawReports) => {
  if ('folder' in said) tools = openTools(said);
  else if ('cancelled' in said) void cancel(said.cancelled);
  else void run(said);
});

async function openTools({ store: location, dataFolder, folder }: RawReportLocation): Promise<RawReportTools> {
  const store = openOpenDataStore({ store: location, dataFolder });
  const session = await openParquetSession(folder);
  return { session, store, files: openCachedHours(store, reportCacheFolder(dataFolder)) };
}

/** One report at a time. */
async function run({ id, task }: Extract<ToRawReports, { readonly task: unknown }>): Promise<void> {
  const cancel = new AbortController();
  running = { id, cancel };
  const onProgress = (percent: number) => tell({ id, percent });
  try {
    const report = await runRawReport(await openedTools(), task, { signal: cancel.signal, onProgress });
    tell({ id, report });
  } catch (error) {
    if (error instanceof TooManyRawRowsError) tell({ id, tooManyRows: true });
    else tell({ id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    running = null;
  }
}

async function cancel(id: number): Promise<void> {
  if (running?.id !== id) return;
  running.cancel.abort();
  (await openedTools()).session.interrupt();
}

function openedTools(): Promise<RawReportTools> {
  if (tools === null) throw new Error('The location of the files has not been received');
  return tools;
}

function tell(said: FromRawReports): void {
  process.send?.(said);
}
