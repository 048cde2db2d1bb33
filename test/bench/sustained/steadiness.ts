import type { ResourceSample } from './sample-resources.ts';

/** A value in the second and in the last quarter of a load: medians of its samples. */
export type Trend = { readonly name: string; readonly early: number; readonly late: number };

export type Steadiness = {
  /** Resident memory in MiB and open file descriptors per process. */
  readonly memoryMb: readonly Trend[];
  readonly fileDescriptors: readonly Trend[];
  readonly journalMb: Trend;
  /** Longest delay of reports in seconds. */
  readonly maxCountingDelaySeconds: number;
  /** Violated limits. Empty: the load is sustained. */
  readonly violations: readonly string[];
};

/** Limits of the growth from the second to the last quarter. */
const memoryGrowth = { factor: 1.1, plus: 32 };
const descriptorGrowth = { factor: 1, plus: 8 };
const journalGrowth = { factor: 1.25, plus: 64 };
const maxDelaySeconds = 60;
const leastSamples = 8;

/**
 * Compares the resources of the second quarter of a load with those of the last quarter. The first quarter is the
 * warm-up of caches, heaps and the journal. A process with another ID in both was restarted, which is a violation.
 * @param samples at least eight, in the order of time
 */
export function steadinessOf(samples: readonly ResourceSample[]): Steadiness {
  if (samples.length < leastSamples) throw new RangeError(`${samples.length} samples are too few`);
  const quarter = Math.floor(samples.length / 4);
  const early = samples.slice(quarter, 2 * quarter);
  const late = samples.slice(-quarter);
  const names = [...new Set(samples.flatMap(({ processes }) => processes.map(({ name }) => name)))];
  const trendOf = (name: string, pick: (sample: ResourceSample) => number | undefined): Trend => ({
    name,
    early: median(early.map(pick)),
    late: median(late.map(pick)),
  });
  const ofProcess = (name: string, field: 'residentMb' | 'fileDescriptors' | 'pid') => (sample: ResourceSample) =>
    sample.processes.find((one) => one.name === name)?.[field];
  const memoryMb = names.map((name) => trendOf(name, ofProcess(name, 'residentMb')));
  const fileDescriptors = names.map((name) => trendOf(name, ofProcess(name, 'fileDescriptors')));
  const journalMb = trendOf('journal', (sample) => sample.journalMb);
  const delays = samples.map(({ countingDelaySeconds }) => countingDelaySeconds ?? 0);
  const maxCountingDelaySeconds = Math.max(...delays);
  const restarted = names.filter((name) => new Set(samples.map(ofProcess(name, 'pid'))).size > 1);
  return {
    memoryMb,
    fileDescriptors,
    journalMb,
    maxCountingDelaySeconds,
    violations: [
      ...grown('memory', memoryMb, memoryGrowth),
      ...grown('file descriptors', fileDescriptors, descriptorGrowth),
      ...grown('size', [journalMb], journalGrowth),
      ...(maxCountingDelaySeconds > maxDelaySeconds ? [`reports were ${maxCountingDelaySeconds} seconds behind`] : []),
      ...restarted.map((name) => `${name} was not running all the time`),
    ],
  };
}

function grown(what: string, trends: readonly Trend[], limit: typeof memoryGrowth): readonly string[] {
  return trends
    .filter(({ early, late }) => late > early * limit.factor + limit.plus)
    .map(({ name, early, late }) => `${what} of ${name} grew from ${Math.round(early)} to ${Math.round(late)}`);
}

function median(values: readonly (number | undefined)[]): number {
  const sorted = values.filter((value) => value !== undefined).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
