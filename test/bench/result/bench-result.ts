import type { DecisionResult } from '../decision-process.ts';
import type { ImagesResult } from '../images-process.ts';
import type { EndpointRatios } from '../measure-endpoint.ts';
import type { Spread } from './spread.ts';

export type SizeResult = {
  readonly bookings: number;
  readonly coldStartMs: number;
  readonly oneSlot: EndpointRatios;
  readonly twoSlots: EndpointRatios;
  /** One slot with the fast path switched off. */
  readonly oneSlotByNode: EndpointRatios;
  readonly impressionsPerSecond: number;
  readonly decision: DecisionResult;
};

/** From the answer to a saved edit until two delivery processes serve it. */
export type EditResult = {
  readonly bookings: number;
  readonly edits: number;
  readonly editToServedMsP50: number;
  readonly editToServedMsP99: number;
};

export type BenchResult = {
  /** Day of the run. */
  readonly at: string;
  readonly machine: string;
  /** Processes that waited for a core, averaged over a minute, before and after the run. */
  readonly load: readonly [before: number, after: number];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly bySize: readonly SizeResult[];
  /** p99 of everybody else while 5,000 clients send a byte a second, over p99 without them. */
  readonly slowClientsP99Ratio: Spread;
  /** p99 of ads while photographs are made into their versions, and zips and films looked into, over p99 without. */
  readonly uploadsP99Ratio: Spread;
  /** null: its size was not asked for. */
  readonly edits: EditResult | null;
  readonly eventsDurablePerSecond: number;
  readonly cpuMicrosPerEvent: number;
  readonly images: ImagesResult;
};
