import type { Registry } from 'prom-client';
import type { CappedView } from '../delivery/pacing/capped-views.ts';
import type { EngineStates } from '../host-state.ts';

/** Viewers saw bookings with caps; the supervisor tells all other processes. */
export type Shown = { readonly type: 'shown'; readonly views: readonly CappedView[] };

/** What a delivery process and its supervisor tell each other. */
export type FromDelivery =
  | { readonly type: 'listening' }
  | { readonly type: 'failed'; readonly reason: string }
  | Measured
  | Shown;

/** What a process measures of itself, as it was asked. */
export type Measured = {
  readonly type: 'measured';
  readonly question: number;
  readonly metrics: Awaited<ReturnType<Registry['getMetricsAsJSON']>>;
};

/** What this host finds of the engines that all hosts share. */
export type Engines = { readonly type: 'engines'; readonly states: EngineStates };

/** `drain`: say that you are not ready any more, and go on answering. */
export type ToDelivery =
  | { readonly type: 'close' | 'drain' }
  | Engines
  | Shown
  | { readonly type: 'measure'; readonly question: number };
