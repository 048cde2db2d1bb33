import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isPrepared, prepareNextHour } from '../../../core/decision/tables/next-hour.ts';
import { hourMs } from '../../../core/time/durations.ts';
import type { HeldSnapshot } from './load-snapshot.ts';

/** Time before a full hour at which the preparation begins. It takes a few seconds with a million bookings. */
const leadMs = 60_000;
const checkMs = 1_000;
/** Work between two pauses, and the pause: a third of the time of this thread. */
const workMs = 2;
const pauseMs = 4;

/**
 * Prepares the draw tables of the next hour while requests are served. If it fails, the first requests of that hour
 * build them. Returns a function that ends it.
 */
export function startHourPreparation(current: () => HeldSnapshot | null, log: Logger): () => Promise<void> {
  const end = new AbortController();
  const running = (async () => {
    while (!end.signal.aborted) {
      try {
        await delay(checkMs, undefined, { signal: end.signal, ref: false });
        await prepareWhenDue(current, end.signal);
      } catch (error) {
        if (!end.signal.aborted) log.error({ err: error }, 'The draw tables of the next hour cannot be prepared');
      }
    }
  })();
  return async () => {
    end.abort();
    await running;
  };
}

async function prepareWhenDue(current: () => HeldSnapshot | null, signal: AbortSignal): Promise<void> {
  const held = current();
  const nextMs = Date.now() + hourMs - (Date.now() % hourMs);
  if (held === null || nextMs - Date.now() > leadMs || isPrepared(held.snapshot, nextMs)) return;
  const shared = await held.sharedTables(Math.floor(nextMs / hourMs));
  const steps = prepareNextHour(held.snapshot, nextMs, shared);
  let sliceEndMs = performance.now() + workMs;
  while (steps.next().done !== true && current() === held) {
    if (performance.now() < sliceEndMs) continue;
    await delay(pauseMs, undefined, { signal, ref: false });
    sliceEndMs = performance.now() + workMs;
  }
}
