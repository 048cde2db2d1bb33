import type { BenchResult } from './bench-result.ts';
import { rounded } from './spread.ts';

/** Figures by which a change is judged. Those of sizes that were not measured are omitted. */
export type KeyFigures = {
  readonly json1SlotVsBare?: number;
  readonly json1SlotCpuVsBare?: number;
  readonly json2SlotsVsBare?: number;
  readonly json2SlotsCpuVsBare?: number;
  readonly json1MVsBare?: number;
  readonly json1MCpuVsBare?: number;
  readonly p99VsBare?: number;
  /** For a request with interned values. The next figure includes their lookup. */
  readonly decisionMicros100k?: number;
  readonly decisionWithReadingMicros100k?: number;
  readonly decisionP99Micros100k?: number;
  /** CPU time of a decision divided by that of a bare `node:http` request in the same run. */
  readonly decisionVsBareCpu100k?: number;
  /** Duration of a random memory read. A decision consists of some dozens. */
  readonly memoryReadNanos?: number;
  readonly bytesPerBooking100k?: number;
  readonly coldStartMs100k?: number;
  readonly editToServedMsP50?: number;
  readonly editToServedMsP99?: number;
  /** From the start of a delivery process to its first ad. */
  readonly coldStartMs1M?: number;
  /** Longest pause of its event loop while a base is loaded, and at a full hour. */
  readonly longestPauseMs1M?: number;
  /** Resident memory of one delivery process in MiB, without threads and with two. */
  readonly memoryMb1M1Core?: number;
  readonly memoryMb1M2Cores?: number;
  /** CPU time of an ad request with two threads in microseconds. */
  readonly twoThreadsCpuMicros1M?: number;
  readonly editToServedMsP99At1M?: number;
  /**
   * Impressions over HTTP with 512 connections, on disk before the response, divided by GET requests of bare
   * `node:http`. With 64 connections, the latency of the disk limits the throughput.
   */
  readonly impressionsHttpVsBare?: number;
  readonly impressionsHttpVsBare64Connections?: number;
  readonly impressionsHttpCpuVsBare?: number;
  readonly impressionsHttpPerSecond?: number;
  /** Events in batches of 100 over HTTP, on disk before the response. */
  readonly batchEventsPerSecond?: number;
  readonly batchCpuMicrosPerEvent?: number;
  /** Journaled events that one worker counts into reports per second. */
  readonly countedPerSecond1Worker?: number;
  /** Rate of two workers divided by that of one. */
  readonly countedScale2Workers?: number;
  /** Size of the tables that prevent counting an event twice, in bytes per million events. */
  readonly dedupBytesPerMillionEvents?: number;
  /** Report by key-value over 100 million raw events, with files in the page cache. */
  readonly reportMs100MEvents?: number;
  readonly slowClientsP99Ratio: number;
  readonly uploadsP99Ratio: number;
  readonly eventsDurablePerSecond: number;
  readonly cpuMicrosPerEvent: number;
  /** Rate of the upload worker divided by that of direct sharp calls. */
  readonly imagesVsSharp: number;
  /** Size of the largest version of a photograph divided by that of its upload. */
  readonly largestVersionPart: number;
  readonly failures: number;
};

export function keyFigures(result: BenchResult): KeyFigures {
  const of = (bookings: number) => result.bySize.find((size) => size.bookings === bookings);
  const at100k = of(100_000);
  const at1M = of(1_000_000);
  return {
    ...(at100k && {
      json1SlotVsBare: at100k.oneSlot.perSecondRatio.median,
      json1SlotCpuVsBare: at100k.oneSlot.cpuRatio.median,
      json2SlotsVsBare: at100k.twoSlots.perSecondRatio.median,
      json2SlotsCpuVsBare: at100k.twoSlots.cpuRatio.median,
      p99VsBare: at100k.oneSlot.p99Ratio.median,
      decisionMicros100k: rounded(at100k.decision.microsPerDecision),
      decisionWithReadingMicros100k: rounded(at100k.decision.microsWithReading),
      decisionP99Micros100k: rounded(at100k.decision.p99Micros),
      decisionVsBareCpu100k: rounded(at100k.decision.microsPerDecision / bareCpuMicros(at100k)),
      memoryReadNanos: Math.round(at100k.decision.memoryReadNanos),
      bytesPerBooking100k: Math.round(at100k.decision.bytesPerBooking),
      coldStartMs100k: at100k.coldStartMs,
      impressionsHttpVsBare: at100k.impressions.perSecondRatio.median,
      impressionsHttpVsBare64Connections: at100k.impressions.perSecondRatioWithFewConnections.median,
      impressionsHttpCpuVsBare: at100k.impressions.cpuRatio.median,
      impressionsHttpPerSecond: Math.round(at100k.impressions.perSecond.median),
      batchEventsPerSecond: Math.round(at100k.eventBatches.eventsPerSecond.median),
      batchCpuMicrosPerEvent: at100k.eventBatches.cpuMicrosPerEvent.median,
    }),
    ...(at1M && {
      json1MVsBare: at1M.oneSlot.perSecondRatio.median,
      json1MCpuVsBare: at1M.oneSlot.cpuRatio.median,
    }),
    ...(result.edits && {
      editToServedMsP50: result.edits.editToServedMsP50,
      editToServedMsP99: result.edits.editToServedMsP99,
    }),
    ...(result.startUp && {
      coldStartMs1M: Math.round(result.startUp.coldStartMs),
      longestPauseMs1M: Math.round(Math.max(result.startUp.loadPauseMs, result.startUp.hourPauseMs)),
      memoryMb1M1Core: Math.round(result.startUp.residentMb),
    }),
    ...(result.twoThreads && {
      memoryMb1M2Cores: Math.round(result.twoThreads.residentMb),
      twoThreadsCpuMicros1M: rounded(result.twoThreads.cpuMicros),
    }),
    ...(result.editsAt1M && { editToServedMsP99At1M: result.editsAt1M.editToServedMsP99 }),
    ...(result.counting && {
      countedPerSecond1Worker: Math.round(result.counting.perSecond1Worker.median),
      countedScale2Workers: rounded(result.counting.scale2Workers.median),
      dedupBytesPerMillionEvents: result.counting.dedupBytesPerMillionEvents,
    }),
    ...(result.report && { reportMs100MEvents: Math.round(result.report.warmMs) }),
    slowClientsP99Ratio: result.slowClientsP99Ratio.median,
    uploadsP99Ratio: result.uploadsP99Ratio.median,
    eventsDurablePerSecond: result.eventsDurablePerSecond,
    cpuMicrosPerEvent: result.cpuMicrosPerEvent,
    imagesVsSharp: rounded(result.images.ratioToSharp),
    largestVersionPart: rounded(
      Math.max(...result.images.versions.map(({ bytes }) => bytes)) / result.images.uploadBytes,
    ),
    failures: failuresOf(result),
  };
}

/** Returns the CPU time of a bare request, derived from our own and the ratio of both. */
function bareCpuMicros({ oneSlot: { cpuMicros, cpuRatio } }: BenchResult['bySize'][number]): number {
  return cpuMicros.median / cpuRatio.median;
}

/** Returns the number of failed requests. */
export function failuresOf({ bySize }: BenchResult): number {
  return bySize
    .flatMap(({ oneSlot, twoSlots, oneSlotByNode }) => [oneSlot, twoSlots, oneSlotByNode])
    .reduce((sum, { failures }) => sum + failures, 0);
}
