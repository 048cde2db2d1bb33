import { join } from 'node:path';
import type { HostComponents } from '../exchange/hosts/host-components.ts';
import type { EngineStates, HostState } from '../exchange/hosts/host-state.ts';
import { sumDamage } from '../exchange/journal/damage-notes.ts';
import { journalBytes } from '../exchange/journal/journal-segments.ts';
import type { SnapshotFolder } from '../exchange/snapshot/snapshot-folder.ts';
import type { Config } from '../platform/config/config.ts';
import { readProgramVersion } from '../platform/process/program-version.ts';
import type { HostStates } from './host-states.ts';

/** State of a host that is not in its data folder. */
export type HostReport = {
  engines(): EngineStates;
  /** Component states reported by its supervisor; null: none yet. */
  components(): HostComponents | null;
  /** Epoch ms up to which its journal was sent; null: it remains on this host. */
  throughMs(): number | null;
};

export type Heartbeat = {
  /** Collects the state of this host. */
  look(): Promise<HostState>;
  say(state: HostState): Promise<void>;
  /** Announces that the host is shutting down. */
  drain(): void;
  end(): Promise<void>;
};

/** Creates the heartbeat of this host. */
export function createHeartbeat(options: {
  readonly config: Pick<Config, 'dataFolder' | 'serves'>;
  readonly host: string;
  readonly states: HostStates;
  readonly folder: SnapshotFolder;
  readonly of: HostReport;
}): Heartbeat {
  const { config, host, states, folder, of } = options;
  const { serves, dataFolder } = config;
  const version = readProgramVersion();
  const startedAtMs = Date.now();
  let draining = false;

  async function look(): Promise<HostState> {
    const processes = serves.delivery ? await folder.acknowledgements() : [];
    const journal = serves.delivery ? await lookAtJournal(join(dataFolder, 'journal')) : null;
    const { components = [], supervisor = null, isPreparing = false } = of.components() ?? {};
    const restarts = components.filter(({ name }) => name.startsWith('delivery-'));
    return {
      host,
      serves,
      version,
      ...(supervisor === null ? { startedAtMs } : supervisor),
      atMs: Date.now(),
      draining,
      restarts: restarts.reduce((sum, component) => sum + component.restarts, 0),
      components,
      isPreparing,
      engines: of.engines(),
      ...(journal !== null && { journal: { ...journal, throughMs: of.throughMs() } }),
      processes,
    };
  }

  return {
    look,
    say: states.say,
    drain() {
      draining = true;
    },
    end: () => states.forget(host).catch(() => undefined),
  };
}

async function lookAtJournal(journalFolder: string) {
  return { bytes: await journalBytes(journalFolder), damage: await sumDamage(journalFolder) };
}
