/*
 * Imports one delivery of members, in a process of its own.
 *
 * - `find-deliveries.ts`, `manifest.ts`: a complete delivery. `run-import.ts`, `import-process.ts`, `import-task.ts`:
 *   the process.
 * - `read-file.ts`, `read-rows.ts`, `member-records.ts`: rows to records, in 64 files by key.
 * - `import-members.ts`, `merge-part.ts`: sorted and merged with the members in use.
 * - `row-report.ts`, `delivery-fault.ts`: wrong rows, and refused deliveries. `rests.ts`: pauses, so that ads are not
 *   slowed.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { hourMs } from '../../../core/time/durations.ts';
import type { ImportAnswer } from './import-process.ts';
import type { SegmentImportOutcome, SegmentImportTask } from './import-task.ts';

/** Longer than a hundred million rows take on a slow machine. */
const mostMs = 2 * hourMs;

/** Runs an import in a process behind everything that serves; rejects when it fails for another reason than the delivery. */
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
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const said = once(child, 'message').then(([answer]) => answer as ImportAnswer);
    child.send(task);
    const answer = await Promise.race([said, exited.then(() => null)]);
    if (answer === null) throw new Error('The import ended before it said what came of it');
    if ('fault' in answer) throw new Error(answer.fault);
    return answer.outcome;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', end);
    await exited;
  }
}
