import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../platform/log/log.ts';

/** Waits for a part to end, up to a time limit. A part that fails or hangs does not block the others. */
export async function finishWithin(
  milliseconds: number,
  part: string,
  log: Logger,
  finish: () => Promise<void>,
): Promise<void> {
  const waiting = new AbortController();
  try {
    await Promise.race([
      finish(),
      delay(milliseconds, undefined, { signal: waiting.signal }).then(() => {
        throw new Error(`timeout after ${milliseconds} ms`);
      }),
    ]);
  } catch (error) {
    log.warn({ err: error, part }, `${part}: shutdown failed or timed out`);
  } finally {
    waiting.abort();
  }
}

/** Returns the value, or null if the signal is aborted first. */
export async function unlessAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value | null> {
  if (signal.aborted) return null;
  const { promise: aborted, resolve } = Promise.withResolvers<null>();
  const listener = () => resolve(null);
  signal.addEventListener('abort', listener, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', listener);
  }
}
