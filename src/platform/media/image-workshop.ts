/*
 * Checks and processes files of creatives.
 *
 * - Images: `image-workshop.ts` and `image-worker.ts` (a process of its own), `process-image.ts`, `encode-image.ts`,
 *   `check-image.ts`.
 * - Zip files: `unpack-archive.ts`, `html5-set.ts`, `html5-page.ts`, `archive-types.ts`.
 * - Films: `inspect-video.ts`, `probe-video.ts`, `read-video.ts`, `check-video.ts`, `make-poster.ts`, and `video-file/`,
 *   our own reader.
 * - `*-problem.ts`: what is wrong with a file, with a code of the API.
 *
 * Every file is hostile until it was checked. See docs/internals/creatives.md.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { maxWaitingImages } from '../../core/vocabulary/limits.ts';
import type { Logger } from '../log/log.ts';
import { limitConcurrency } from '../process/limit-concurrency.ts';
import type { ImageFormat } from './check-image.ts';
import { ImageProblem } from './image-problem.ts';
import type { ImageOutcome, ImageTask } from './image-worker.ts';
import type { ProcessedImage } from './process-image.ts';

/** Makes images in a process of its own, one after the other, behind everything that serves. */
export type ImageWorkshop = {
  /** Rejects with an `ImageProblem` when the upload is to blame, and with `WorkshopFullError` when too many wait. */
  process(upload: Uint8Array, format: ImageFormat): Promise<ProcessedImage>;
  close(): Promise<void>;
};

/** So many uploads wait already that another would only fill the memory. */
export class WorkshopFullError extends Error {}

/** Beyond this a worker is replaced after its image: allocators seldom give back what one large image took. */
const maxIdleBytes = 200 * 1024 * 1024;
/** A worker without work goes, and its memory with it. */
const idleMs = 60_000;
/** Longer than everything that a worker may do about one image by its own limits. */
const mostMsPerImage = 90_000;

export function createImageWorkshop(log: Logger): ImageWorkshop {
  const inTurn = limitConcurrency(1);
  let worker: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;

  function running(): ChildProcess {
    if (worker !== null) return worker;
    const started = fork(new URL('image-worker.ts', import.meta.url), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
      // None of our secrets for whatever a file makes of its decoder; and each arena of the allocator keeps what it held.
      env: { MALLOC_ARENA_MAX: '2' },
    });
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    worker = started;
    if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    return started;
  }

  function end(): void {
    const ending = worker;
    worker = null;
    ending?.kill('SIGKILL');
  }

  async function processNow(task: ImageTask): Promise<ProcessedImage> {
    clearTimeout(idle);
    const outcome = await outcomeFrom(running(), task);
    // Killed, or too slow: whatever was in it is gone, and the next image has a new one.
    if (outcome === null) {
      end();
      throw new ImageProblem('too_large', 'takes too much time or memory to decode');
    }
    if (outcome.residentBytes > maxIdleBytes) end();
    idle = setTimeout(end, idleMs).unref();
    if ('image' in outcome) return outcome.image;
    if ('problem' in outcome) throw new ImageProblem(outcome.problem.code, outcome.problem.message);
    log.error({ fault: outcome.fault }, 'The image worker failed');
    throw new Error('The image worker failed');
  }

  return {
    async process(upload, format) {
      if (waiting >= maxWaitingImages) throw new WorkshopFullError();
      waiting += 1;
      try {
        return await inTurn(() => processNow({ upload, format }));
      } finally {
        waiting -= 1;
      }
    },
    async close() {
      clearTimeout(idle);
      const ending = worker;
      end();
      if (ending !== null && ending.exitCode === null && ending.signalCode === null) await once(ending, 'exit');
    },
  };
}

/** Null: the worker ended before it said anything, or said nothing for too long. */
async function outcomeFrom(worker: ChildProcess, task: ImageTask): Promise<ImageOutcome | null> {
  const done = new AbortController();
  try {
    const said = once(worker, 'message', { signal: done.signal }).then(([outcome]) => outcome as ImageOutcome);
    const ended = once(worker, 'exit', { signal: done.signal }).then(() => null);
    const late = new Promise<null>((resolve) => {
      const timer = setTimeout(resolve, mostMsPerImage, null);
      done.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    worker.send(task);
    return await Promise.race([said, ended, late]);
  } finally {
    done.abort();
  }
}
