import { setTimeout as delay } from 'node:timers/promises';

/** Pauses between pieces of work, so that other processes have CPU time and caches for as long as the work takes. */
export type Throttle = {
  /** Call after each piece of work. Resolves after a pause if one is due. */
  rest(): Promise<void>;
};

/** Minimum work between pauses. Timers have no finer resolution. */
const leastWorkMs = 4;

/** @param restPerWork pause per millisecond of work Source: docs/decisions/0110-audience-segments.md. */
export function createThrottle(restPerWork: number): Throttle {
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
