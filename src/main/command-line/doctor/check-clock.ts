import { setTimeout as delay } from 'node:timers/promises';
import type { Finding } from './finding.ts';

const plausibleYears = { first: 2024, last: 2099 } as const;
/**
 * Largest accepted clock difference in milliseconds. Campaigns start and end by the process clock, and sums use the
 * database clock.
 */
const maxSkewMs = 2_000;
const watchMs = 200;
const maxJumpMs = 50;

/** Checks whether the clock is plausible, runs evenly, and agrees with the database clock. */
export async function* checkClock(
  database: { readonly ourMs: number; readonly theirMs: number } | null,
): AsyncGenerator<Finding> {
  const year = new Date().getUTCFullYear();
  if (year < plausibleYears.first || year > plausibleYears.last) {
    yield { what: 'clock', state: 'fail', found: new Date().toISOString(), advice: 'set the clock (NTP)' };
    return;
  }
  const wallStart = Date.now();
  const steadyStart = performance.now();
  await delay(watchMs);
  const jumpMs = Math.abs(Date.now() - wallStart - (performance.now() - steadyStart));
  if (jumpMs > maxJumpMs) {
    yield {
      what: 'clock',
      state: 'warn',
      found: `it jumped by ${Math.round(jumpMs)} ms`,
      advice: 'configure NTP to slew the clock',
    };
  } else {
    yield { what: 'clock', state: 'ok', found: new Date().toISOString() };
  }
  if (database === null) return;
  yield describeSkew('the database', database.theirMs - database.ourMs);
}

/** Checks whether the clock of an engine agrees with the process clock. */
export function describeSkew(engine: string, skewMs: number): Finding {
  const found = `${Math.round(Math.abs(skewMs))} ms difference from ${engine}`;
  if (Math.abs(skewMs) < maxSkewMs) return { what: 'clock', state: 'ok', found };
  return { what: 'clock', state: 'fail', found, advice: 'set both clocks by NTP' };
}
