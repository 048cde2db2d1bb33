import { damageReasons } from '../journal/damage-notes.ts';
import { failingComponents } from './host-components.ts';
import type { HostState } from './host-state.ts';

/** Free space below which the journal may soon not fit. */
const littleDiskBytes = 512 * 1024 * 1024;
/** Reports are normally complete 10 seconds after an event. A delay of this length indicates a problem. */
const lateCountMs = 60_000;

/** Inputs of the health of a host. */
export type Looked = {
  readonly state: HostState;
  /** Expected number of delivery processes. */
  readonly wanted: number;
  /** Whether PostgreSQL responds; null: this host does not use it. */
  readonly database: boolean | null;
  /** Epoch ms up to which all events are counted; null: unknown on this host. */
  readonly countedToMs: number | null;
  readonly freeBytes: number;
};

/**
 * `ok`; `degraded`: serves but needs attention; `starting`, `draining`, `failing`: must not receive traffic. A host is
 * alive if it responds at all.
 */
export type HostHealth = {
  readonly status: 'ok' | 'degraded' | 'starting' | 'draining' | 'failing';
  readonly reasons: readonly string[];
};

export function judgeHealth({ state, wanted, database, countedToMs, freeBytes }: Looked): HostHealth {
  const { serves, draining, engines, processes, atMs, components = [] } = state;
  const failing = failingComponents(components);
  if (draining) return { status: 'draining', reasons: ['the host is shutting down'] };
  if (serves.delivery && processes.length === 0) {
    return { status: 'starting', reasons: ['no delivery process serves a snapshot yet', ...failing] };
  }
  if (state.isPreparing === true) {
    return { status: 'starting', reasons: ['the demo account is not complete yet', ...failing] };
  }
  const needsDatabase = serves.management || serves.worker;
  // Delivery continues without PostgreSQL.
  if (needsDatabase && database !== true && !serves.delivery) {
    return { status: 'failing', reasons: ['PostgreSQL is unreachable', ...failing] };
  }
  const main = serves.management ? 'management' : 'worker';
  if (!serves.delivery && components.some(({ name, state: is }) => name === main && is === 'failing')) {
    return { status: 'failing', reasons: failing };
  }
  const reasons = [
    ...failing,
    ...(needsDatabase && database !== true ? ['PostgreSQL is unreachable'] : []),
    ...(engines.redis === 'away' ? ['Redis is unreachable'] : []),
    ...(engines.store === 'away' ? ['the file store is unreachable'] : []),
    ...(serves.delivery && processes.length < wanted
      ? [`only ${processes.length} of ${wanted} delivery processes serve`]
      : []),
    ...damageReasons(state.journal?.damage),
    ...(freeBytes < littleDiskBytes ? ['the disk of the data folder is nearly full'] : []),
    ...(serves.worker && countedToMs !== null && atMs - countedToMs > lateCountMs
      ? [`events are only counted up to ${new Date(countedToMs).toISOString()}`]
      : []),
  ];
  return { status: reasons.length === 0 ? 'ok' : 'degraded', reasons };
}

export function isReady({ status }: HostHealth): boolean {
  return status === 'ok' || status === 'degraded';
}
