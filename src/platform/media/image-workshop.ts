/*
 * Checks and processes files of creatives, and images in comments.
 *
 * - Images: `image-workshop.ts` and `image-worker.ts` (a separate process), `process-image.ts`, `encode-image.ts`,
 *   `check-image.ts`. Thumbnails of attachments: `thumbnail/`.
 * - Zip files: `unpack-archive.ts`, `html5-set.ts`, `html5-page.ts`, `archive-types.ts`. Their images: `bundle/`.
 * - Videos: `inspect-video.ts`, `probe-video.ts`, `read-video.ts`, `check-video.ts`, `make-poster.ts`, and
 *   `video-file/`, a built-in reader.
 * - `*-problem.ts`: faults of a file, with a code of the API.
 *
 * Every file is considered hostile until it was checked. See docs/internals/creatives.md.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { maxWaitingImages } from '../../core/vocabulary/limits/upload-limits.ts';
import type { Logger } from '../log/log.ts';
import { limitConcurrency } from '../process/limit-concurrency.ts';
import { lowerPriority } from '../process/lower-priority.ts';
import type { ShrinkImage } from './bundle/resize-images.ts';
import type { ShrunkImage } from './bundle/shrink-image.ts';
import type { ImageFormat } from './check-image.ts';
import { ImageProblem } from './image-problem.ts';
import type { ImageOutcome, ImageTask } from './image-worker.ts';
import type { ProcessedImage } from './process-image.ts';
import type { ImageThumbnail } from './thumbnail/make-thumbnail.ts';

/** Processes images in a low-priority process, one after the other. */
export type ImageWorkshop = {
  /** Rejects with an `ImageProblem` if the upload is invalid, and with `WorkshopFullError` if the queue is full. */
  process(upload: Uint8Array, format: ImageFormat): Promise<ProcessedImage>;
  /** Rejects like `process`. */
  thumbnail(upload: Uint8Array): Promise<ImageThumbnail>;
  /** Reduces an image until it just covers a size; null: it stays as it is. Rejects like `process`. */
  shrink: ShrinkImage;
  close(): Promise<void>;
};

type WorkshopResult = ProcessedImage | ImageThumbnail | ShrunkImage | null;

/** The queue is full. Another upload would fill the memory. */
export class WorkshopFullError extends Error {}

/**
 * Memory use above which a worker is replaced after its image, because allocators rarely return the memory of a large
 * image.
 */
const maxIdleBytes = 200 * 1024 * 1024;
/** Time after which an idle worker is stopped to free its memory. */
const idleMs = 60_000;
/** Exceeds the sum of the time limits of a worker for one image. */
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
      // Does not pass secrets to a decoder that a file may exploit. Fewer allocator arenas retain less memory.
      env: { MALLOC_ARENA_MAX: '2' },
    });
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    worker = started;
    lowerPriority(started.pid, 'background');
    return started;
  }

  function end(): void {
    const ending = worker;
    worker = null;
    ending?.kill('SIGKILL');
  }

  async function processNow(task: ImageTask): Promise<WorkshopResult> {
    clearTimeout(idle);
    const outcome = await outcomeFrom(running(), task);
    // Killed or too slow. The next image gets a new worker.
    if (outcome === null) {
      end();
      throw new ImageProblem('too_large', 'takes too much time or memory to decode');
    }
    if (outcome.residentBytes > maxIdleBytes) end();
    idle = setTimeout(end, idleMs).unref();
    if ('image' in outcome) return outcome.image;
    if ('thumbnail' in outcome) return outcome.thumbnail;
    if ('shrunk' in outcome) return outcome.shrunk;
    if ('problem' in outcome) throw new ImageProblem(outcome.problem.code, outcome.problem.message);
    log.error({ fault: outcome.fault }, 'The image worker failed');
    throw new Error('The image worker failed');
  }

  async function processInTurn(task: ImageTask): Promise<WorkshopResult> {
    if (waiting >= maxWaitingImages) throw new WorkshopFullError();
    waiting += 1;
    try {
      return await inTurn(() => processNow(task));
    } finally {
      waiting -= 1;
    }
  }

  return {
    // The worker returns the result of the task.
    process: async (upload, format) => (await processInTurn({ upload, format })) as ProcessedImage,
    thumbnail: async (upload) => (await processInTurn({ upload, format: 'thumbnail' })) as ImageThumbnail,
    shrink: async (upload, covers) => (await processInTurn({ upload, format: { covers } })) as ShrunkImage | null,
    async close() {
      clearTimeout(idle);
      const ending = worker;
      end();
      if (ending !== null && ending.exitCode === null && ending.signalCode === null) await once(ending, 'exit');
    },
  };
}

/** null: the worker ended or timed out without a result. */
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
