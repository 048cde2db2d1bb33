import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../platform/log/log.ts';

/** Waits for a part to end, at most so long; an end that fails or hangs must not hold up the others. */
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
        throw new Error(`it takes longer than ${milliseconds} ms`);
      }),
    ]);
  } catch (error) {
    log.warn({ err: error, part }, `${part} did not end in order`);
  } finally {
    waiting.abort();
  }
}

/** The value, or null when the signal comes first. */
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
