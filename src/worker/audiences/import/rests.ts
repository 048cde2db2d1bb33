import { setTimeout as delay } from 'node:timers/promises';

/** Rests between pieces of work, so that others on the machine find its cores and caches free for as long as they are taken. */
export type Rests = {
  /** Called after each piece; comes back after a rest when one is due. */
  rest(): Promise<void>;
};

/** Shorter pieces are put together: a timer has no finer steps. */
const leastWorkMs = 4;

/**
 * @param restPerWork rest for each millisecond of work
 * Source: docs/decisions/0110-audience-segments.md.
 */
export function createRests(restPerWork: number): Rests {
  let sinceMs = performance.now();
  return {
    async rest() {
      const workedMs = performance.now() - sinceMs;
      if (workedMs < leastWorkMs) return;
      await delay(workedMs * restPerWork);
      sinceMs = performance.now();
    },
  };
}
