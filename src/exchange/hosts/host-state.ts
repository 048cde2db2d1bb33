import type { Serves } from '../../platform/config/roles.ts';
import type { JournalDamage } from '../journal/damage-notes.ts';
import type { Acknowledgement } from '../snapshot/acknowledgements.ts';
import type { ComponentState } from './host-components.ts';

/** State of a shared system according to its last call; `unused`: this deployment does not use it. */
export type EngineState = 'ok' | 'away' | 'unused';
/** Systems that all hosts share, except PostgreSQL. */
export type EngineStates = { readonly redis: EngineState; readonly store: EngineState };

/** Heartbeat of a host, every second. */
export type HostState = {
  readonly host: string;
  readonly serves: Serves;
  /** Epoch ms according to the clock of the host. */
  readonly startedAtMs: number;
  readonly atMs: number;
  /** Version of the program, and PID of the supervisor. Omitted by hosts of earlier versions. */
  readonly version?: string;
  readonly pid?: number;
  /** Memory of that process in bytes. */
  readonly memoryBytes?: number;
  /** Number of restarts of its delivery processes. */
  readonly restarts?: number;
  /** Its components. Missing from hosts of an earlier version. */
  readonly components?: readonly ComponentState[];
  /** The first start has not created the demo account yet. */
  readonly isPreparing?: boolean;
  /**
   * For a delivery host: bytes in its journal, time (epoch ms) up to which everything was handed over (null: it remains
   * on this machine), and unreadable parts (missing from hosts of an earlier version).
   */
  readonly journal?: {
    readonly bytes: number;
    readonly throughMs: number | null;
    readonly damage?: JournalDamage;
  };
  /** The host is shutting down. */
  readonly draining: boolean;
  /** Shared systems as seen by this host. */
  readonly engines: EngineStates;
  /** Its delivery processes, and the revisions they serve. */
  readonly processes: readonly Acknowledgement[];
};

/** Version and memory of Redis, as reported by it. */
export type RedisState = { readonly version: string; readonly usedBytes: number };

/** Source of the states of all hosts, their processes and the shared systems for health, metrics and pages. */
export type HostDirectory = {
  /** As seen by this host. */
  engines(): EngineStates;
  /** null: Redis is not used, or does not respond. */
  redis(): Promise<RedisState | null>;
  /** All hosts with a current heartbeat, by name. Empty while they cannot be read. */
  list(): Promise<readonly HostState[]>;
};
