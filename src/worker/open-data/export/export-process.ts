import { setTimeout as delay } from 'node:timers/promises';
import { type ExportTask, openOpenDataExport } from './export-pass.ts';

/** Interval of exports. A row is visible after one or two of them, and at most a minute. */
const pauseMs = 15_000;

/** To the process: its task, then `finish` for a last export. */
export type ToExport = ExportTask | 'finish';
/** From the process, for the log: an export failed, or succeeded again. */
export type FromExport = { readonly failed: string } | { readonly resumed: true };

// Separate process with lower priority, so that its CPU and memory use does not affect others and ends with it.
process.once('message', (task: ExportTask) => void run(task));
process.on('disconnect', () => process.exit());
// The parent decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

async function run(task: ExportTask): Promise<void> {
  const end = new AbortController();
  process.on('message', (said: ToExport) => {
    if (said === 'finish') end.abort();
  });
  const opened = await openOpenDataExport(task);
  let hasFailed = false;
  for (let isLast = false; ; ) {
    try {
      await opened.pass();
      if (hasFailed) tell({ resumed: true });
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      hasFailed = true;
    }
    if (isLast) break;
    await delay(pauseMs, undefined, { signal: end.signal }).catch(() => undefined);
    isLast = end.signal.aborted;
  }
  await opened.close();
  process.disconnect();
}

function tell(said: FromExport): void {
  process.send?.(said);
}
