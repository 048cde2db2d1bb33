/*
 * Import of one delivery of members in a separate process.
 *
 * - `find-deliveries.ts`, `manifest.ts`: complete deliveries. `run-import.ts`, `import-process.ts`, `import-task.ts`:
 *   the process.
 * - `read-file.ts`, `read-rows.ts`, `member-records.ts`: rows to records, in 64 files by key.
 * - `import-members.ts`, `merge-part.ts`: sorting, and merging with the members in use.
 * - `row-report.ts`, `delivery-fault.ts`: invalid rows and rejected deliveries. `throttle.ts`: pauses, so that ads are not
 *   slowed down.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { hourMs } from '../../../core/time/durations.ts';
import { lowerPriority } from '../../../platform/process/lower-priority.ts';
import type { ImportAnswer } from './import-process.ts';
import type { SegmentImportOutcome, SegmentImportTask } from './import-task.ts';

/** Time limit: longer than 100 million rows take on a slow machine. */
const mostMs = 2 * hourMs;

/** Runs an import in a low-priority process. Rejects if it fails for a reason other than a fault of the delivery. */
export async function runImport(task: SegmentImportTask, signal: AbortSignal): Promise<SegmentImportOutcome> {
  signal.throwIfAborted();
  const child = fork(new URL('import-process.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const exited = once(child, 'exit');
  const end = () => child.kill('SIGKILL');
  signal.addEventListener('abort', end);
  const late = setTimeout(end, mostMs);
  try {
    lowerPriority(child.pid, 'lowest');
    const said = once(child, 'message').then(([answer]) => answer as ImportAnswer);
    child.send(task);
    const answer = await Promise.race([said, exited.then(() => null)]);
    if (answer === null) throw new Error('The import process ended without a result');
    if ('fault' in answer) throw new Error(answer.fault);
    return answer.outcome;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', end);
    await exited;
  }
}
