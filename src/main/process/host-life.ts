import { openHostFolder } from '../../cluster/host-folder.ts';
import type { HostLink } from '../../cluster/host-link.ts';
import { openHostStates } from '../../cluster/host-states.ts';
import { createLife, type OfHost } from '../../cluster/say-life.ts';
import type { HostState } from '../../exchange/hosts/host-state.ts';
import type { SnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Logger } from '../../platform/log/log.ts';
import { keepDoing } from '../../platform/process/keep-doing.ts';

const sayMs = 1_000;

export type HostLife = {
  /** What this host finds of itself now. */
  look(): Promise<HostState>;
  /** It is to end. */
  drain(): void;
  close(): Promise<void>;
};

/** Says every second what this host is: to the others by Redis, without Redis to what else serves on this data folder. */
export function startHostLife(options: {
  readonly config: Config;
  readonly host: string;
  readonly link: HostLink | null;
  readonly folder: SnapshotFolder;
  readonly of: OfHost;
  /** Told every second what was found, also while nobody else can be told. */
  seen(state: HostState): void;
  readonly log: Logger;
}): HostLife {
  const { config, link, log } = options;
  const states = link === null ? openHostFolder(config.dataFolder, config.serves) : openHostStates(link.redis);
  const life = createLife({ ...options, states });
  const end = new AbortController();
  const saying = keepDoing({
    async task() {
      const state = await life.look();
      options.seen(state);
      await life.say(state);
    },
    pauseMs: sayMs,
    complaint: 'This host cannot say that it lives',
    log: log.child({ part: 'hosts' }),
    signal: end.signal,
  });
  return {
    look: life.look,
    drain: life.drain,
    async close() {
      end.abort();
      await saying;
      await life.end();
    },
  };
}
