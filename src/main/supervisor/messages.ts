import type { Registry } from 'prom-client';
import type { Preparation } from '../../delivery/condition.ts';
import type { CappedView } from '../../delivery/decide/pacing/capped-views.ts';
import type { SentSelection } from '../../delivery/endpoints/stack/sent-selection.ts';
import type { ComponentState, HostComponents } from '../../exchange/hosts/host-components.ts';
import type { EngineStates } from '../../exchange/hosts/host-state.ts';

/** Views of bookings with caps. They are forwarded to the other delivery threads and to other hosts. */
export type ShownMessage = { readonly type: 'shown'; readonly views: readonly CappedView[] };

/** A selection of ads for the stack of a page view. It is forwarded to the other delivery threads. */
export type Selected = { readonly type: 'selected'; readonly selection: SentSelection };

/** State of Redis and the file store as seen from this host. */
export type EnginesMessage = { readonly type: 'engines'; readonly states: EngineStates };

export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Address of the bundled PostgreSQL. */
export type DatabaseAddress = {
  readonly type: 'database';
  /** URL with the role of the server. */
  readonly url: string;
  /** URL with the role that owns the tables, for migrations. */
  readonly ownerUrl: string;
  readonly description: string;
};

/** Credentials that are printed once. null if a configured account is used. */
export type PrintedCredentials = {
  readonly serviceAccount: { readonly clientId: string; readonly clientSecret: string } | null;
  readonly administrator: { readonly email: string; readonly password: string } | null;
};

/** Messages to every child. */
type ToEveryChild =
  | { readonly type: 'close' }
  | { readonly type: 'measure'; readonly question: number }
  | { readonly type: 'components'; readonly components: HostComponents };

/** Messages from every child. `refused`: a setting must be changed before a new start can succeed. */
type FromEveryChild =
  | { readonly type: 'listening' }
  | { readonly type: 'failed'; readonly reason: string; readonly refused: boolean }
  | { readonly type: 'measured'; readonly question: number; readonly metrics: ProcessMetrics };

/** `drain`: report not ready and continue to answer. */
export type ToDelivery =
  | ToEveryChild
  | { readonly type: 'drain' | Preparation }
  | EnginesMessage
  | ShownMessage
  | Selected;

/** Messages to a delivery process with threads. `toThread`: only for the thread with this number. */
export type ToDeliveryThreads =
  | ToDelivery
  | { readonly type: 'toThread'; readonly number: number; readonly message: ShownMessage | EnginesMessage };

/** Messages of a delivery process or thread. */
export type FromDelivery = FromEveryChild | ShownMessage | Selected;

/** Messages of a delivery process with threads. `begun`: the thread with this number serves. `threads`: their states. */
type FromDeliveryThreads =
  | FromDelivery
  | { readonly type: 'begun'; readonly number: number }
  | { readonly type: 'threads'; readonly components: readonly ComponentState[] };

/** Messages to management and worker. */
export type ToWork = ToEveryChild | DatabaseAddress;

/**
 * `prepared`: management has created the objects of a first start, up to this revision. null if there was nothing to
 * create.
 */
export type FromManagement =
  | FromEveryChild
  | { readonly type: 'seeding' }
  | {
      readonly type: 'prepared';
      readonly revision: number | null;
      readonly credentials: PrintedCredentials | null;
      readonly database: string;
    };

/** `published`: the first snapshot of this worker is published. */
export type FromWorker = FromEveryChild | { readonly type: 'published' };

/** `finish`: transfer the contents of the journal, to which nothing more is written. */
export type ToHost =
  | ToEveryChild
  | DatabaseAddress
  | ShownMessage
  | { readonly type: 'begun'; readonly number: number }
  | { readonly type: 'drain' | 'finish' };

/** `toDelivery` with `number` null: to all delivery threads. */
export type FromHost =
  | FromEveryChild
  | { readonly type: 'finished' }
  | { readonly type: 'toDelivery'; readonly number: number | null; readonly message: ShownMessage | EnginesMessage }
  | { readonly type: 'measureOthers'; readonly question: number };

/** Response to `measureOthers`. */
export type MeasuredOthers = {
  readonly type: 'measuredOthers';
  readonly question: number;
  readonly metrics: readonly ProcessMetrics[];
};

export type ToChild = ToDeliveryThreads | ToWork | ToHost | MeasuredOthers;
export type FromChild = FromDeliveryThreads | FromManagement | FromWorker | FromHost;
