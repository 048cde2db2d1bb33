/*
 * Export of the events and the recorded decisions of a host, in one process of low priority.
 *
 * - `start-open-data-export.ts`, `export-process.ts`, `export-pass.ts`, `export-context.ts`: the process.
 * - `export-events.ts`, `find-host-segments.ts`, `read-event-rows.ts`: events of the journal.
 *   `event-export-state.ts`: the progress, which is in the store.
 * - `export-decisions.ts`, `decision-files.ts`, `decision-rows.ts`, `decision-export-state.ts`: recorded decisions and
 *   facts of requests.
 *
 * See docs/internals/open-data.md.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../../platform/log/log.ts';
import { lowerPriority } from '../../../platform/process/lower-priority.ts';
import { runRetryLoop } from '../../../platform/process/retry-loop.ts';
import type { ExportTask } from './export-pass.ts';
import type { FromExport, ToExport } from './export-process.ts';

/** Time after which a process that ended is started again. */
const restartMs = 5_000;
/** Time of the last export when a host shuts down. The rest is exported by its next start, or by a worker. */
const finishMs = 1_500;

/** Exports the journal and the recorded decisions of this host in a separate process until closed. */
export function startOpenDataExport(options: ExportTask & { readonly log: Logger }): { close(): Promise<void> } {
  const { log, ...task } = options;
  const end = new AbortController();
  let child: ChildProcess | null = null;

  const running = runRetryLoop({
    async task() {
      child = fork(new URL('export-process.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      const exited = once(child, 'exit');
      // Sending to a process that has just ended fails. Its exit is handled.
      child.on('error', (error) => log.debug({ err: error }, 'Message to the export process failed'));
      child.on('message', (said: FromExport) => {
        if ('failed' in said)
          log.error({ cause: said.failed }, 'Open data cannot be exported; retrying, nothing is lost');
        else log.info('Export of open data resumed');
      });
      lowerPriority(child.pid, 'lowest');
      child.send(task satisfies ToExport);
      const [code, signal] = await exited;
      child = null;
      if (!end.signal.aborted) throw new Error(`The export process ended with ${signal ?? code}`);
    },
    pauseMs: restartMs,
    failureMessage: 'The export of open data ended; starting it again',
    log,
    signal: end.signal,
  });

  return {
    async close() {
      end.abort();
      if (child?.connected === true) child.send('finish' satisfies ToExport);
      await Promise.race([running, delay(finishMs, undefined, { ref: false })]);
      child?.kill('SIGKILL');
      await running;
    },
  };
}
