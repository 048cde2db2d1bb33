import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ManagementCall } from '../../../src/main/demo/management-client.ts';
import type { Visitors } from '../attacks/visitors.ts';
import { expectExactCounts } from '../fixtures/check-counts.ts';
import { currentTotals } from '../fixtures/report-of.ts';
import { machineSlowness } from './machine-slowness.ts';

/**
 * Kills again and again at random moments while visitors come, and looks how soon each time everything is ready again.
 * The visitors wait while it starts: their own work on these cores is not the server's.
 */
export async function killUnderLoad(options: {
  readonly kills: number;
  readonly visitors: Visitors;
  /** Kills something, and answers how to start that again and what it was. */
  kill(number: number): Promise<{ readonly what: string; start(): Promise<void> }>;
  /** The promise, held by the median; a single start may meet a disk that is busy with somebody else's work. */
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

/** Every acknowledged event is counted, none twice, none that was not sent. */
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
  console.info(`${visitors.adRequests()} ad requests, ${acknowledged.size} events acknowledged of ${sent.size} sent`);
  expect(acknowledged.size).toBeGreaterThan(atLeast);
  const totals = await currentTotals(call, `groupBy=booking&bookingId=${bookingId}`);
  await expectExactCounts(databaseUrl, visitors);
  expect(totals.impressions + totals.viewables).toBeGreaterThanOrEqual(acknowledged.size);
  expect(totals.impressions + totals.viewables).toBeLessThanOrEqual(sent.size);
}
