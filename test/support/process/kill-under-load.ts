import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ManagementCall } from '../../../src/main/demo/management-client.ts';
import type { Visitors } from '../attacks/visitors.ts';
import { expectExactCounts } from '../counting/check-counts.ts';
import { currentTotals } from '../fixtures/report-of.ts';
import { machineSlowness } from './machine-slowness.ts';

/**
 * Kills the target repeatedly at random times during visits, and measures the time until it is ready again. The
 * visitors pause during a start, so that they do not use its cores.
 */
export async function killUnderLoad(options: {
  readonly kills: number;
  readonly visitors: Visitors;
  /** Kills the target, and returns its description and a function that restarts it. */
  kill(number: number): Promise<{ readonly what: string; start(): Promise<void> }>;
  /** The guaranteed time for the median. A single start may be slowed down by other disk activity. */
  readonly readyWithinMs: number;
  readonly slowestReadyMs: number;
}): Promise<void> {
  const { kills, visitors, readyWithinMs, slowestReadyMs } = options;
  const times: { readonly what: string; readonly ms: number; readonly slowness: number }[] = [];
  for (let number = 0; number < kills; number += 1) {
    await delay(500 + Math.random() * 1_500);
    expect(visitors.acknowledged.size).toBeGreaterThan(0);
    const { what, start } = await options.kill(number);
    await visitors.whilePaused(async () => {
      const slowness = await machineSlowness();
      const startedAtMs = performance.now();
      await start();
      times.push({ what, ms: performance.now() - startedAtMs, slowness });
    });
  }
  const shown = times.map(
    ({ what, ms, slowness }) => `${what} ${Math.round(ms)} ms (machine ${slowness.toFixed(1)}x slower)`,
  );
  console.info(`kill -9, ready again after: ${shown.join(', ')}`);
  const quiet = times.map(({ ms, slowness }) => ms / slowness).toSorted((a, b) => a - b);
  expect(quiet).toHaveLength(kills);
  expect(quiet[Math.floor(kills / 2)]).toBeLessThanOrEqual(readyWithinMs);
  expect(quiet.at(-1)).toBeLessThanOrEqual(slowestReadyMs);
}

/** Checks that every acknowledged event is counted, none twice, and none that was not sent. */
export async function expectAllCounted(options: {
  readonly visitors: Visitors;
  readonly call: ManagementCall;
  readonly bookingId: number;
  readonly databaseUrl: string;
  readonly atLeast: number;
}): Promise<void> {
  const { visitors, call, bookingId, databaseUrl, atLeast } = options;
  await delay(500);
  await visitors.stop();
  const { acknowledged, sent } = visitors;
  console.info(`${visitors.adRequests()} ad requests, ${acknowledged.size} of ${sent.size} sent events acknowledged`);
  expect(acknowledged.size).toBeGreaterThan(atLeast);
  const totals = await currentTotals(call, `groupBy=booking&bookingId=${bookingId}`);
  await expectExactCounts(databaseUrl, visitors);
  expect(totals.impressions + totals.viewables).toBeGreaterThanOrEqual(acknowledged.size);
  expect(totals.impressions + totals.viewables).toBeLessThanOrEqual(sent.size);
}
