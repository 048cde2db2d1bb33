import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { hourMs, minuteMs } from '../../../core/time/durations.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { StoreLocation } from '../../../platform/files/store-location.ts';
import { lowerPriority } from '../../../platform/process/lower-priority.ts';
import type { RawReportLocation } from './raw-report-process.ts';
import type { FromRawReports, RawReport, RawReportTask, ToRawReports } from './raw-report-task.ts';
import { removeUnusedCopies, reportCacheFolder } from './report-cache.ts';

/** Reports that wait for the running one. More are refused. */
const maxWaiting = 10;
/** Longest time of a report. Copies of files remain, so that the next attempt continues. */
const limitMs = 5 * minuteMs;
/** Time after which the process ends without reports, so that its memory is returned. */
const idleMs = 5 * minuteMs;

/** Why a report was not counted. */
export type RawReportFailure = 'tooManyRows' | 'tooManyReports' | 'tooLong' | 'cancelled';

/** A report was not counted, for a reason that the caller can understand. */
export class RawReportError extends Error {
  readonly reason: RawReportFailure;

  constructor(reason: RawReportFailure) {
    super(`The report was not counted: ${reason}`);
    this.reason = reason;
  }
}

/** State of a report that is not finished. */
export type RawReportProgress = {
  /** Number of reports before it. 0: it is running. */
  readonly waiting: number;
  readonly percent: number;
};

/** Counts reports from raw events in a process of its own, one after the other. */
export type RawReportEngine = {
  /**
   * @param options.requestId by which `progress` finds the report; null: none
   * @throws RawReportError
   */
  count(
    task: RawReportTask,
    options?: { readonly requestId?: string | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<RawReport>;
  /** null: there is no such report, or it is finished. */
  progress(requestId: string): RawReportProgress | null;
  close(): Promise<void>;
};

type Job = {
  readonly id: number;
  readonly task: RawReportTask;
  readonly requestId: string | undefined;
  readonly resolve: (report: RawReport) => void;
  readonly reject: (error: Error) => void;
  percent: number;
};

/**
 * Opens reports from raw events. null: they are not stored.
 * @param name of the folder for temporary files, unique among the processes of a host
 */
export function openRawReports(
  { openDataDays, store, dataFolder }: Pick<Config, 'openDataDays' | 'store' | 'dataFolder'>,
  name: string,
): RawReportEngine | null {
  return openDataDays === 0 ? null : createRawReportEngine({ store, dataFolder, name });
}

/** The process starts with the first report. */
export function createRawReportEngine(options: {
  readonly store: StoreLocation;
  readonly dataFolder: string;
  readonly name: string;
}): RawReportEngine {
  const jobs: Job[] = [];
  let child: ChildProcess | null = null;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;
  const cleanUp = () => {
    removeUnusedCopies(reportCacheFolder(options.dataFolder), Date.now()).catch((error: unknown) => {
      process.emitWarning(`Copies of open data cannot be removed, retrying in an hour: ${String(error)}`);
    });
  };
  const cleaning = setInterval(cleanUp, hourMs).unref();

  function start(): ChildProcess {
    child ??= startProcess(options, { receive, ended });
    return child;
  }

  function ended(process: ChildProcess): void {
    if (child !== process) return;
    child = null;
    const [running] = jobs;
    if (running !== undefined) finish(running, () => running.reject(new Error('The process for reports has ended')));
  }

  function receive(said: FromRawReports): void {
    const job = jobs.find(({ id }) => id === said.id);
    if (job === undefined) return;
    if ('percent' in said) job.percent = said.percent;
    else if ('report' in said) finish(job, () => job.resolve(said.report));
    else if ('tooManyRows' in said) finish(job, () => job.reject(new RawReportError('tooManyRows')));
    else finish(job, () => job.reject(new Error(said.fault)));
  }

  /** Removes a job and starts the next one. */
  function finish(job: Job, tell: () => void): void {
    const index = jobs.indexOf(job);
    if (index === -1) return;
    jobs.splice(index, 1);
    tell();
    if (index === 0) next();
  }

  function next(): void {
    clearTimeout(idle);
    const [job] = jobs;
    if (job !== undefined) start().send({ id: job.id, task: job.task } satisfies ToRawReports);
    else idle = setTimeout(stop, idleMs).unref();
  }

  function stop(): void {
    clearTimeout(idle);
    const stopped = child;
    child = null;
    if (stopped?.connected === true) stopped.disconnect();
  }

  /** A running report ends with its query, before the next one begins. */
  function end(job: Job, reason: RawReportFailure): void {
    job.reject(new RawReportError(reason));
    if (jobs[0] === job) child?.send({ cancelled: job.id } satisfies ToRawReports);
    else finish(job, () => undefined);
  }

  return {
    async count(task, { requestId, signal } = {}) {
      if (jobs.length > maxWaiting) throw new RawReportError('tooManyReports');
      if (signal?.aborted === true) throw new RawReportError('cancelled');
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<RawReport>();
      const job: Job = { id, task, requestId, resolve, reject, percent: 0 };
      const cancel = () => end(job, 'cancelled');
      const timer = setTimeout(() => end(job, 'tooLong'), limitMs);
      signal?.addEventListener('abort', cancel);
      jobs.push(job);
      if (jobs.length === 1) next();
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
      }
    },
    progress(requestId) {
      const index = jobs.findIndex((job) => job.requestId === requestId);
      const job = jobs[index];
      return job === undefined ? null : { waiting: index, percent: Math.round(job.percent) };
    },
    async close() {
      clearInterval(cleaning);
      for (const job of jobs.splice(0)) job.reject(new RawReportError('cancelled'));
      stop();
    },
  };
}

/** Starts the process with low priority. */
function startProcess(
  { store, dataFolder, name }: Parameters<typeof createRawReportEngine>[0],
  on: { readonly receive: (said: FromRawReports) => void; readonly ended: (process: ChildProcess) => void },
): ChildProcess {
  const started = fork(new URL('raw-report-process.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  lowerPriority(started.pid, 'lowest');
  started.on('message', on.receive);
  // Sending to a process that has just ended fails. Its exit is handled.
  started.on('error', () => undefined);
  started.on('exit', () => on.ended(started));
  const folder = join(dataFolder, 'open-data-drafts', name);
  started.send({ store, dataFolder, folder } satisfies RawReportLocation);
  return started;
}
