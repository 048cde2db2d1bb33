/*
 * Sustained load: the whole program under mixed traffic for an hour.
 *
 * - `measure-sustained.ts`: capacity, load at a part of it, and the comparison of counts. `visit-process.ts`: the
 *   traffic. `staff-work.ts`: edits and reports beside it. `start-filled-program.ts`: the program and its database.
 * - `sample-resources.ts`: memory, file descriptors and journal. `steadiness.ts`: whether they are stable.
 * - `present-sustained.ts`: the result as text and as a part of the capacity page.
 */

import type { ChildProcess } from 'node:child_process';
import { currentTotals } from '../../support/fixtures/report-of.ts';
import { nextMessage, startBenchProcess } from '../bench-process.ts';
import { folderMb, type ResourceSample, sampleProcesses } from './sample-resources.ts';
import { type StaffFigures, startStaffWork } from './staff-work.ts';
import { startFilledProgram } from './start-filled-program.ts';
import { type Steadiness, steadinessOf } from './steadiness.ts';
import type { Acknowledged, VisitLoad, VisitMessage, VisitWindow } from './visit-process.ts';

export type SustainedOptions = {
  readonly bookings: number;
  readonly minutes: number;
  /** Part of the capacity, from 0 to 1. */
  readonly part: number;
  readonly progress: (line: string) => void;
};

export type SustainedResult = {
  readonly bookings: number;
  readonly minutes: number;
  readonly part: number;
  /** Visits and HTTP requests per second at full capacity. */
  readonly capacity: { readonly visitsPerSecond: number; readonly requestsPerSecond: number };
  readonly visitsPerSecond: number;
  readonly requestsPerSecond: number;
  readonly eventsPerSecond: number;
  /** Requests with an unexpected status, and visits that were skipped because too many were under way. */
  readonly failures: number;
  /** Largest and median 99th percentile of the windows, in milliseconds. */
  readonly adsP99Ms: { readonly median: number; readonly max: number };
  readonly eventsP99Ms: { readonly median: number; readonly max: number };
  readonly staff: StaffFigures;
  readonly acknowledged: Acknowledged;
  /** Events in reports. */
  readonly counted: Acknowledged;
  readonly steadiness: Steadiness;
  /** All violated limits. Empty: passed. */
  readonly violations: readonly string[];
};

/** Otherwise, there are too few windows for the comparison of quarters. */
const minMinutes = 1.5;
const [warmUpSeconds, capacitySeconds, windowSeconds] = [20, 30, 10];

/**
 * Measures the capacity for mixed traffic, and then applies a part of it: visits of pages with their events, and beside
 * them edits and reports by staff. The traffic generator and PostgreSQL run on the same machine.
 */
export async function measureSustained(folder: string, options: SustainedOptions): Promise<SustainedResult> {
  const { progress } = options;
  if (!(options.minutes >= minMinutes)) throw new RangeError(`A sustained load takes at least ${minMinutes} minutes`);
  const program = await startFilledProgram(folder, options.bookings);
  const visitor = startBenchProcess('sustained/visit-process.ts');
  try {
    progress(`ready after ${Math.round(program.readyMs)} ms, ${options.bookings} bookings`);
    const run = (load: Pick<VisitLoad, 'seconds' | 'perSecond'>, onWindow?: (window: VisitWindow) => Promise<void>) =>
      runVisits(visitor, { port: program.deliveryPort, windowSeconds, ...load }, onWindow);
    const loads = [];
    const staff = startStaffWork(program.call, options.bookings);
    loads.push(await run({ seconds: warmUpSeconds, perSecond: null }));
    const full = await run({ seconds: capacitySeconds, perSecond: null });
    loads.push(full);
    const capacity = ratesOf(full.windows);
    progress(
      `capacity: ${rate(capacity.visitsPerSecond)} visits, ${rate(capacity.requestsPerSecond)} requests per second`,
    );
    const samples: ResourceSample[] = [];
    const startedMs = performance.now();
    const seconds = options.minutes * 60;
    const sustained = await run({ seconds, perSecond: capacity.visitsPerSecond * options.part }, async (window) => {
      const second = Math.round((performance.now() - startedMs) / 1000);
      const [processes, journalMb, countedTo] = await Promise.all([
        sampleProcesses(program.pid),
        folderMb(program.journalFolder),
        program.countedTo(),
      ]);
      const countingDelaySeconds = countedTo === null ? null : Math.max(0, (Date.now() - countedTo) / 1000);
      const sample = { second, processes, journalMb, countingDelaySeconds };
      samples.push(sample);
      progress(presentSample(sample, window));
    });
    loads.push(sustained);
    const staffFigures = await staff.stop();
    const acknowledged = sumOf(loads.map((load) => load.acknowledged));
    const counted = await currentTotals(program.call, 'groupBy=day');
    const steadiness = steadinessOf(samples);
    const failures = sustained.windows.reduce((sum, window) => sum + window.failures, 0);
    const rates = ratesOf(sustained.windows);
    return {
      bookings: options.bookings,
      minutes: options.minutes,
      part: options.part,
      capacity,
      ...rates,
      eventsPerSecond: rates.requestsPerSecond - rates.visitsPerSecond,
      failures,
      adsP99Ms: spreadOf(sustained.windows.map(({ ads }) => ads.p99Ms)),
      eventsP99Ms: spreadOf(sustained.windows.map(({ events }) => events.p99Ms)),
      staff: staffFigures,
      acknowledged,
      counted: { impressions: counted.impressions, viewables: counted.viewables, clicks: counted.clicks },
      steadiness,
      violations: [
        ...steadiness.violations,
        ...(failures === 0 ? [] : [`${failures} requests failed or visits were skipped`]),
        ...(staffFigures.failures.length === 0 ? [] : [`edits or reports failed: ${staffFigures.failures[0]}`]),
        ...differences(acknowledged, counted),
      ],
    };
  } finally {
    if (visitor.connected) visitor.disconnect();
    await program.stop();
  }
}

type VisitResult = { readonly windows: readonly VisitWindow[]; readonly acknowledged: Acknowledged };

async function runVisits(
  visitor: ChildProcess,
  load: VisitLoad,
  onWindow: (window: VisitWindow) => Promise<void> = async () => {},
): Promise<VisitResult> {
  const windows: VisitWindow[] = [];
  const samples: Promise<void>[] = [];
  visitor.send(load);
  for (;;) {
    const message = (await nextMessage(visitor)) as VisitMessage;
    // The rest after the last complete window is too short for percentiles.
    if (message.type === 'end' && windows.length === 0) windows.push(message.window);
    if (message.type === 'end') {
      await Promise.all(samples);
      return { windows, acknowledged: message.acknowledged };
    }
    windows.push(message.window);
    samples.push(onWindow(message.window));
  }
}

function ratesOf(windows: readonly VisitWindow[]) {
  const sum = (pick: (window: VisitWindow) => number) => windows.reduce((total, window) => total + pick(window), 0);
  const seconds = sum((window) => window.seconds);
  return {
    visitsPerSecond: sum(({ visits }) => visits) / seconds,
    requestsPerSecond: sum(({ requests }) => requests) / seconds,
  };
}

function sumOf(parts: readonly Acknowledged[]): Acknowledged {
  const sum = { impressions: 0, viewables: 0, clicks: 0 };
  for (const part of parts) for (const kind of kinds) sum[kind] += part[kind];
  return sum;
}

const kinds = ['impressions', 'viewables', 'clicks'] as const;

function differences(acknowledged: Acknowledged, counted: Acknowledged): readonly string[] {
  return kinds
    .filter((kind) => acknowledged[kind] !== counted[kind])
    .map((kind) => `${acknowledged[kind]} ${kind} were acknowledged, and ${counted[kind]} are in reports`);
}

function spreadOf(values: readonly number[]): { readonly median: number; readonly max: number } {
  const sorted = values.toSorted((one, other) => one - other);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 };
}

function presentSample(sample: ResourceSample, { requests, seconds, ads, events, failures }: VisitWindow): string {
  const memory = sample.processes.map(
    ({ name, residentMb, fileDescriptors }) => `${name} ${Math.round(residentMb)} MiB ${fileDescriptors} fds`,
  );
  return [
    `${sample.second} s: ${rate(requests / seconds)} requests/s`,
    `p99 ads ${ads.p99Ms.toFixed(1)} ms, events ${events.p99Ms.toFixed(1)} ms, ${failures} failures`,
    `journal ${Math.round(sample.journalMb)} MiB, reports ${sample.countingDelaySeconds?.toFixed(1) ?? '?'} s behind`,
    memory.join(', '),
  ].join('; ');
}

function rate(value: number): string {
  return Math.round(value).toLocaleString('en');
}
