import type { AdRequest } from '../../src/core/decision/ad-request.ts';
import { decide } from '../../src/core/decision/decide.ts';
import { applyChanges } from '../../src/core/snapshot/apply-changes.ts';
import { createSnapshot } from '../../src/core/snapshot/open-snapshot.ts';
import { type RequestFacts, readFacts } from '../../src/core/targeting/request-facts.ts';
import { benchBatches, benchRequests } from './bench-model.ts';
import { measureMemoryRead } from './memory-read.ts';
import { spreadOfRounds } from './result/spread.ts';

export type DecisionResult = {
  /** For a request with interned values that were read immediately before, as in a server. */
  readonly microsPerDecision: number;
  /** Includes looking up the values of the request. */
  readonly microsWithReading: number;
  readonly p99Micros: number;
  readonly buildMs: number;
  /** Duration of a random memory read in this process. */
  readonly memoryReadNanos: number;
  readonly bytesPerBooking: number;
};

const differentRequests = 2_000;
const warmUps = 60_000;
/** Number of windows. Other programs on the machine distort some of them. */
const windows = 15;
const timedInWindow = 10_000;
const windowMs = 200;

// A separate process, so that its memory is that of the snapshot. Started with --expose-gc.
const bookings = Number(process.argv[2]);
process.once('message', () => process.send?.(measure()));

function measure(): DecisionResult {
  const requests = benchRequests(differentRequests);
  const before = usedBytes();
  const { snapshot, buildMs } = build();
  const nowMs = Date.now();
  const once = (index: number, facts: RequestFacts | null) =>
    decide(snapshot, requests[index % differentRequests] as AdRequest, {
      nowMs,
      seed: [Math.imul(index, 0x9e3779b1) >>> 0, index],
      explain: false,
      reading: { ofAll: facts },
    });
  for (let index = 0; index < warmUps; index += 1) once(index, null);
  const bytesPerBooking = (usedBytes() - before) / bookings;

  const read = requests.map((request) => readFacts(snapshot.targeting, request));
  const factsOf = (index: number) => read[index % differentRequests] as RequestFacts;
  let seen = 0;
  const inWindows = Array.from({ length: windows }, (_, window) =>
    Array.from({ length: timedInWindow }, (_, sample) => {
      const index = window * timedInWindow + sample;
      const facts = factsOf(index);
      seen += lookThrough(requests[index % differentRequests] as AdRequest, facts);
      const from = performance.now();
      once(index, facts);
      return (performance.now() - from) * 1000;
    }),
  );
  const times = inWindows.flat().sort((a, b) => a - b);
  const meanOf = (window: readonly number[]) => window.reduce((sum, micros) => sum + micros, 0) / window.length;
  if (seen === 0) throw new Error('No values were read');
  return {
    microsPerDecision: spreadOfRounds(inWindows.map(meanOf)).median,
    microsWithReading: cpuMicrosOf((index) => once(index, null)),
    p99Micros: times[Math.floor(times.length * 0.99)] as number,
    buildMs,
    bytesPerBooking,
    memoryReadNanos: measureMemoryRead(),
  };
}

/** Reads all parts of a request that a decision reads, so that they are in the cache. */
function lookThrough({ slots }: AdRequest, { fields, values, masks }: RequestFacts): number {
  let sum = 0;
  for (const { slotName, parameters } of slots) sum += slotName.charCodeAt(0) + parameters.size;
  for (let sample = 0; sample < fields.length; sample += 1) {
    const field = fields[sample] as number;
    sum += field + (masks[field + 1] ?? 0);
    for (const value of values[sample] as readonly number[]) sum += value;
  }
  return sum;
}

/** Returns the mean CPU time of a call: the median of several windows. */
function cpuMicrosOf(call: (index: number) => unknown): number {
  let calls = 0;
  const measured = Array.from({ length: windows }, () => {
    const cpu = process.cpuUsage();
    const [startedMs, before] = [performance.now(), calls];
    while (performance.now() - startedMs < windowMs) {
      for (let index = 0; index < 100; index += 1) call(calls + index);
      calls += 100;
    }
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / (calls - before);
  });
  return spreadOfRounds(measured).median;
}

/** Builds the snapshot from lines of text as in a file. Frees everything else afterward. */
function build() {
  const snapshot = createSnapshot(1, 0);
  let buildMs = 0;
  for (const { kind, rows } of benchBatches(bookings)) {
    const line = JSON.stringify(rows);
    const startedMs = performance.now();
    applyChanges(snapshot, { revision: 1, builtAtMs: 0, upserted: { [kind]: JSON.parse(line) }, removed: {} });
    buildMs += performance.now() - startedMs;
  }
  return { snapshot, buildMs };
}

function usedBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
