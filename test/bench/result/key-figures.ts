import type { BenchResult } from './bench-result.ts';
import { rounded } from './spread.ts';

/** The figures by which a change is judged; those of a size that was not measured are left out. */
export type KeyFigures = {
  readonly json1SlotVsBare?: number;
  readonly json1SlotCpuVsBare?: number;
  readonly json2SlotsVsBare?: number;
  readonly json2SlotsCpuVsBare?: number;
  readonly json1MVsBare?: number;
  readonly json1MCpuVsBare?: number;
  readonly p99VsBare?: number;
  /** Of a request whose values are known by their numbers; the next one with looking them up. */
  readonly decisionMicros100k?: number;
  readonly decisionWithReadingMicros100k?: number;
  readonly decisionP99Micros100k?: number;
  /** CPU of a decision over CPU of a request that bare `node:http` answers in the same run. */
  readonly decisionVsBareCpu100k?: number;
  /** A read from a random place of memory, of which a decision is some dozens. */
  readonly memoryReadNanos?: number;
  readonly bytesPerBooking100k?: number;
  readonly coldStartMs100k?: number;
  readonly editToServedMsP50?: number;
  readonly editToServedMsP99?: number;
  readonly slowClientsP99Ratio: number;
  readonly uploadsP99Ratio: number;
  readonly eventsDurablePerSecond: number;
  readonly cpuMicrosPerEvent: number;
  /** Images made by the upload worker over the same by sharp called directly. */
  readonly imagesVsSharp: number;
  /** Of a photograph: bytes of the largest file that is made of it over those of the upload. */
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
    }),
    ...(at1M && {
      json1MVsBare: at1M.oneSlot.perSecondRatio.median,
      json1MCpuVsBare: at1M.oneSlot.cpuRatio.median,
    }),
    ...(result.edits && {
      editToServedMsP50: result.edits.editToServedMsP50,
      editToServedMsP99: result.edits.editToServedMsP99,
    }),
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

/** What a bare request takes: the ratio is that of our own to it. */
function bareCpuMicros({ oneSlot: { cpuMicros, cpuRatio } }: BenchResult['bySize'][number]): number {
  return cpuMicros.median / cpuRatio.median;
}

/** Requests that were not answered as they should. */
export function failuresOf({ bySize }: BenchResult): number {
  return bySize
    .flatMap(({ oneSlot, twoSlots, oneSlotByNode }) => [oneSlot, twoSlots, oneSlotByNode])
    .reduce((sum, { failures }) => sum + failures, 0);
}
