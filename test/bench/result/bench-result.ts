import type { CountingResult } from '../counting/measure-counting.ts';
import type { DecisionResult } from '../decision-process.ts';
import type { BatchFigures, ImpressionRatios } from '../events/measure-impressions.ts';
import type { ImagesResult } from '../images-process.ts';
import type { EndpointRatios } from '../measure-endpoint.ts';
import type { ReportResult } from '../reports/measure-report.ts';
import type { StartUpResult } from '../start-up/measure-start-up.ts';
import type { ThreadsResult } from '../start-up/measure-threads.ts';
import type { Spread } from './spread.ts';

export type SizeResult = {
  readonly bookings: number;
  readonly coldStartMs: number;
  readonly oneSlot: EndpointRatios;
  readonly twoSlots: EndpointRatios;
  /** One slot without the fast path. */
  readonly oneSlotByNode: EndpointRatios;
  readonly impressions: ImpressionRatios;
  readonly eventBatches: BatchFigures;
  readonly decision: DecisionResult;
};

/** Time from the response to a saved edit until two delivery processes serve it. */
export type EditResult = {
  readonly bookings: number;
  readonly edits: number;
  readonly editToServedMsP50: number;
  readonly editToServedMsP99: number;
};

export type BenchResult = {
  /** Date of the run. */
  readonly at: string;
  readonly machine: string;
  /** Load average of one minute before and after the run. */
  readonly load: readonly [before: number, after: number];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly bySize: readonly SizeResult[];
  /** p99 of other requests while 5,000 clients send one byte per second, divided by p99 without them. */
  readonly slowClientsP99Ratio: Spread;
  /** p99 of ad requests while photographs are resized and ZIP files and videos are checked, divided by p99 without. */
  readonly uploadsP99Ratio: Spread;
  /** null: its size was not measured. */
  readonly edits: EditResult | null;
  /** Start and pauses with a million bookings; null: not measured. */
  readonly startUp: StartUpResult | null;
  /** Delivery with two threads and a million bookings; null: not measured. */
  readonly twoThreads: ThreadsResult | null;
  /** Edits with a million bookings; null: not measured. */
  readonly editsAt1M: EditResult | null;
  /** Counting of journaled events; null: not measured. */
  readonly counting: CountingResult | null;
  /** Report from raw events. null: not measured. */
  readonly report: ReportResult | null;
  readonly eventsDurablePerSecond: number;
  readonly cpuMicrosPerEvent: number;
  readonly images: ImagesResult;
};
