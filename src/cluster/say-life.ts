import { join } from 'node:path';
import type { HostComponents } from '../exchange/hosts/host-components.ts';
import type { EngineStates, HostState } from '../exchange/hosts/host-state.ts';
import { sumDamage } from '../exchange/journal/damage-notes.ts';
import { journalBytes } from '../exchange/journal/journal-segments.ts';
import type { SnapshotFolder } from '../exchange/snapshot/snapshot-folder.ts';
import type { Config } from '../platform/config/config.ts';
import { readProgramVersion } from '../platform/process/program-version.ts';
import type { HostStates } from './host-states.ts';

/** What is to be known of a host besides what lies in its data folder. */
export type OfHost = {
  engines(): EngineStates;
  /** What its supervisor reports of its components; null: nothing yet. */
  components(): HostComponents | null;
  /** Epoch ms up to which its journal is handed over; null: it stays here. */
  throughMs(): number | null;
};

export type Life = {
  /** Looks at itself. */
  look(): Promise<HostState>;
  say(state: HostState): Promise<void>;
  /** It is to end. */
  drain(): void;
  end(): Promise<void>;
};

/** What this host says of itself. */
export function createLife(options: {
  readonly config: Pick<Config, 'dataFolder' | 'serves'>;
  readonly host: string;
  readonly states: HostStates;
  readonly folder: SnapshotFolder;
  readonly of: OfHost;
}): Life {
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
