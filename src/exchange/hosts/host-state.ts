import type { Serves } from '../../platform/config/roles.ts';
import type { JournalDamage } from '../journal/damage-notes.ts';
import type { Acknowledgement } from '../snapshot/acknowledgements.ts';
import type { ComponentState } from './host-components.ts';

/** Whether an engine answered when it was last asked; `unused`: this deployment does without it. */
export type EngineState = 'ok' | 'away' | 'unused';
/** The engines that all hosts share, besides PostgreSQL. */
export type EngineStates = { readonly redis: EngineState; readonly store: EngineState };

/** What a host says of itself every second. */
export type HostState = {
  readonly host: string;
  readonly serves: Serves;
  /** Epoch ms, by its clock. */
  readonly startedAtMs: number;
  readonly atMs: number;
  /** Its program, and the process that keeps the others; left out by hosts of a version before this. */
  readonly version?: string;
  readonly pid?: number;
  /** Bytes of that process. */
  readonly memoryBytes?: number;
  /** How often a delivery process of it has ended and was started again. */
  readonly restarts?: number;
  /** Its components; missing from hosts of an earlier version. */
  readonly components?: readonly ComponentState[];
  /** The first start has not created the demo account yet. */
  readonly isPreparing?: boolean;
  /**
   * Of a host that delivers: what lies in its journal, up to when (epoch ms) it has handed over all (null: it stays on this
   * machine), and what of it is unreadable (missing from hosts of an earlier version).
   */
  readonly journal?: {
    readonly bytes: number;
    readonly throughMs: number | null;
    readonly damage?: JournalDamage;
  };
  /** It is to end. */
  readonly draining: boolean;
  /** What it finds of the engines. */
  readonly engines: EngineStates;
  /** Its delivery processes, and what they serve. */
  readonly processes: readonly Acknowledgement[];
};

/** What Redis says of itself. */
export type RedisState = { readonly version: string; readonly usedBytes: number };

/** Where the states of all hosts, their processes and the engines come from: the one place for health, metrics and pages. */
export type HostDirectory = {
  /** As this host finds them. */
  engines(): EngineStates;
  /** null: there is none, or it does not answer. */
  redis(): Promise<RedisState | null>;
  /** All hosts that show life, by name; none while nobody can say so. */
  list(): Promise<readonly HostState[]>;
};
