import type { Registry } from 'prom-client';
import type { Preparation } from '../../delivery/condition.ts';
import type { CappedView } from '../../delivery/decide/pacing/capped-views.ts';
import type { SentSelection } from '../../delivery/endpoints/stack/sent-selection.ts';
import type { HostComponents } from '../../exchange/hosts/host-components.ts';
import type { EngineStates } from '../../exchange/hosts/host-state.ts';

/** Viewers saw bookings with caps. The supervisor passes this on to the other delivery processes and to other hosts. */
export type ShownMessage = { readonly type: 'shown'; readonly views: readonly CappedView[] };

/** Ads were selected for the stack of a page view. The supervisor passes this on to the other delivery processes. */
export type Selected = { readonly type: 'selected'; readonly selection: SentSelection };

/** The state of Redis and the store as this host finds them. */
export type EnginesMessage = { readonly type: 'engines'; readonly states: EngineStates };

export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Where the bundled PostgreSQL runs. */
export type DatabaseAddress = {
  readonly type: 'database';
  /** As the role that serves. */
  readonly url: string;
  /** As the owner of the tables, for migrations. */
  readonly ownerUrl: string;
  readonly description: string;
};

/** Credentials that are shown once; null: a configured account is used. */
export type PrintedCredentials = {
  readonly serviceAccount: { readonly clientId: string; readonly clientSecret: string } | null;
  readonly administrator: { readonly email: string; readonly password: string } | null;
};

/** Messages that every child understands. */
type ToEveryChild =
  | { readonly type: 'close' }
  | { readonly type: 'measure'; readonly question: number }
  | { readonly type: 'components'; readonly components: HostComponents };

/** Messages that every child sends. `refused`: a setting has to change before a new start can succeed. */
type FromEveryChild =
  | { readonly type: 'listening' }
  | { readonly type: 'failed'; readonly reason: string; readonly refused: boolean }
  | { readonly type: 'measured'; readonly question: number; readonly metrics: ProcessMetrics };

/** `drain`: report not ready and keep answering. */
export type ToDelivery =
  | ToEveryChild
  | { readonly type: 'drain' | Preparation }
  | EnginesMessage
  | ShownMessage
  | Selected;

export type FromDelivery = FromEveryChild | ShownMessage | Selected;

/** What management and worker are sent. */
export type ToWork = ToEveryChild | DatabaseAddress;

/** `prepared`: management created what a first start needs, up to this revision; null: there was nothing to create. */
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

/** `finish`: hand over what the journal holds; nothing is written to it any more. */
export type ToHost =
  | ToEveryChild
  | DatabaseAddress
  | ShownMessage
  | { readonly type: 'begun'; readonly number: number }
  | { readonly type: 'drain' | 'finish' };

/** `toDelivery` with `number` null: to every delivery process. */
export type FromHost =
  | FromEveryChild
  | { readonly type: 'finished' }
  | { readonly type: 'toDelivery'; readonly number: number | null; readonly message: ShownMessage | EnginesMessage }
  | { readonly type: 'measureOthers'; readonly question: number };

/** The answer to `measureOthers`. */
export type MeasuredOthers = {
  readonly type: 'measuredOthers';
  readonly question: number;
  readonly metrics: readonly ProcessMetrics[];
};

export type ToChild = ToDelivery | ToWork | ToHost | MeasuredOthers;
export type FromChild = FromDelivery | FromManagement | FromWorker | FromHost;
