import { randomInt } from 'node:crypto';
import { decide } from '../../src/core/decision/decide.ts';
import { buildSnapshot } from '../../src/core/snapshot/build-snapshot.ts';
import { benchRows, benchSlotNames } from './bench-model.ts';

export type DecisionResult = {
  readonly microsPerDecision: number;
  readonly p99Micros: number;
  readonly buildMs: number;
  readonly bytesPerBooking: number;
};

const requests = 2_000;
const shortestMs = 1_500;

// A process of its own, so that its memory is that of the snapshot; started with --expose-gc.
const bookings = Number(process.argv[2]);
process.once('message', () => process.send?.(measure()));

function measure(): DecisionResult {
  const slotNames = benchSlotNames(requests);
  const before = usedBytes();
  const { snapshot, buildMs } = build();
  const bytesPerBooking = (usedBytes() - before) / bookings;
  const asked = slotNames.map((slotName) => ({
    slots: [{ slotName, parameters: new Map<string, readonly string[]>() }],
    parameters: new Map<string, readonly string[]>(),
  }));
  const once = (index: number) =>
    decide(snapshot, asked[index % requests] as (typeof asked)[number], {
      nowMs: Date.now(),
      seed: [randomInt(2 ** 32), index],
      explain: false,
    });
  for (let index = 0; index < requests; index += 1) once(index);

  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  let decisions = 0;
  while (performance.now() - startedMs < shortestMs) {
    for (let index = 0; index < 100; index += 1) once(decisions + index);
    decisions += 100;
  }
  const { user, system } = process.cpuUsage(cpu);
  const times = Array.from({ length: 10_000 }, (_, index) => {
    const from = performance.now();
    once(index);
    return performance.now() - from;
  }).sort((a, b) => a - b);
  return {
    microsPerDecision: (user + system) / decisions,
    p99Micros: (times[9_899] as number) * 1000,
    buildMs,
    bytesPerBooking,
  };
}

/** Only the snapshot is left of what it takes to make it. */
function build() {
  const rows = benchRows(bookings);
  const startedMs = performance.now();
  const snapshot = buildSnapshot(rows);
  return { snapshot, buildMs: performance.now() - startedMs };
}

function usedBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
