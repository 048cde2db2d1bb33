import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../../../platform/log/log.ts';
import type { RunningChild } from '../../supervisor/manage-child.ts';
import type { ToChild } from '../../supervisor/messages.ts';
import type { SharedMemory } from './shared-memory.ts';
import type { FromThread, SharedMemoryAnswer, ThreadParameters } from './thread-messages.ts';

const mebibyte = 1024 * 1024;
/**
 * Young generation of a thread in MiB. With explicit limits of both generations, a thread that exceeds its heap ends in
 * most cases without its process.
 */
const youngMb = 48;
const entry = new URL('./delivery-thread.ts', import.meta.url);

/** Starts a delivery thread. */
export function launchThread(options: {
  readonly name: string;
  readonly number: number;
  readonly environment: ThreadParameters['environment'];
  readonly sharedMemory: SharedMemory;
  readonly log: Logger;
}): RunningChild {
  const { name, number, environment, sharedMemory, log } = options;
  const cache = getCompileCacheDir();
  const worker = new Worker(entry, {
    name,
    workerData: {
      number,
      environment,
      compileCache: cache === undefined ? null : dirname(cache),
    } satisfies ThreadParameters,
    resourceLimits: {
      maxOldGenerationSizeMb: Math.floor(getHeapStatistics().heap_size_limit / mebibyte),
      maxYoungGenerationSizeMb: youngMb,
    },
  });
  const post = (message: ToChild | SharedMemoryAnswer) => worker.postMessage(message);
  const ended = Promise.withResolvers<string>();
  let reason: string | null = null;
  worker.on('error', (error: unknown) => {
    log.error({ err: error, component: name }, `${name} failed`);
    reason = error instanceof Error ? error.message : String(error);
  });
  worker.once('exit', (code) => ended.resolve(reason ?? `exit code ${code}`));
  return {
    tell: post,
    hear(listener) {
      worker.on('message', (message: FromThread) => {
        if (message.type !== 'shareMemory') {
          listener(message);
          return;
        }
        const { question } = message;
        void sharedMemory(message.key).then((memory) => post({ type: 'sharedMemory', question, memory }));
      });
    },
    ended: ended.promise,
    kill: () => void worker.terminate(),
  };
}
