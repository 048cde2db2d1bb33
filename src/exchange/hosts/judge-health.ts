import { damageReasons } from '../journal/damage-notes.ts';
import { failingComponents } from './host-components.ts';
import type { HostState } from './host-state.ts';

/** Below this the journal may not fit for long. */
const littleDiskBytes = 512 * 1024 * 1024;
/** Reports are complete ten seconds after the event; what is later by so much has a reason. */
const lateCountMs = 60_000;

/** What is known of a host when its health is asked after. */
export type Looked = {
  readonly state: HostState;
  /** Delivery processes that are to run. */
  readonly wanted: number;
  /** Whether PostgreSQL answers; null: this host does without. */
  readonly database: boolean | null;
  /** Epoch ms up to which everything is counted; null: not known here. */
  readonly countedToMs: number | null;
  readonly freeBytes: number;
};

/**
 * `ok`; `degraded`: it serves, and somebody should look; `starting`, `draining`, `failing`: send nothing there.
 * Alive is who answers at all.
 */
export type HostHealth = {
  readonly status: 'ok' | 'degraded' | 'starting' | 'draining' | 'failing';
  readonly reasons: readonly string[];
};

export function judgeHealth({ state, wanted, database, countedToMs, freeBytes }: Looked): HostHealth {
  const { serves, draining, engines, processes, atMs, components = [] } = state;
  const failing = failingComponents(components);
  if (draining) return { status: 'draining', reasons: ['it was told to end'] };
  if (serves.delivery && processes.length === 0) {
    return { status: 'starting', reasons: ['no delivery process serves a snapshot yet', ...failing] };
  }
  if (state.isPreparing === true) {
    return { status: 'starting', reasons: ['the demo account is not complete yet', ...failing] };
  }
  const needsDatabase = serves.management || serves.worker;
  // Who delivers goes on without it.
  if (needsDatabase && database !== true && !serves.delivery) {
    return { status: 'failing', reasons: ['PostgreSQL does not answer', ...failing] };
  }
  const main = serves.management ? 'management' : 'worker';
  if (!serves.delivery && components.some(({ name, state: is }) => name === main && is === 'failing')) {
    return { status: 'failing', reasons: failing };
  }
  const reasons = [
    ...failing,
    ...(needsDatabase && database !== true ? ['PostgreSQL does not answer'] : []),
    ...(engines.redis === 'away' ? ['Redis does not answer'] : []),
    ...(engines.store === 'away' ? ['the store does not answer'] : []),
    ...(serves.delivery && processes.length < wanted
      ? [`${processes.length} of ${wanted} delivery processes serve`]
      : []),
    ...damageReasons(state.journal?.damage),
    ...(freeBytes < littleDiskBytes ? ['the disk of the data folder is nearly full'] : []),
    ...(serves.worker && countedToMs !== null && atMs - countedToMs > lateCountMs
      ? [`events are counted up to ${new Date(countedToMs).toISOString()} only`]
      : []),
  ];
  return { status: reasons.length === 0 ? 'ok' : 'degraded', reasons };
}

export function isReady({ status }: HostHealth): boolean {
  return status === 'ok' || status === 'degraded';
}
