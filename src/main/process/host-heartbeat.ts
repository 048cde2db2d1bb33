import { createHeartbeat, type HostReport } from '../../cluster/heartbeat.ts';
import { openHostFolder } from '../../cluster/host-folder.ts';
import type { HostLink } from '../../cluster/host-link.ts';
import { openHostStates } from '../../cluster/host-states.ts';
import type { HostState } from '../../exchange/hosts/host-state.ts';
import type { SnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Logger } from '../../platform/log/log.ts';
import { runRetryLoop } from '../../platform/process/retry-loop.ts';

const heartbeatMs = 1_000;

export type HostHeartbeat = {
  /** Returns the current state of this host. */
  look(): Promise<HostState>;
  /** Reports that the host is shutting down. */
  drain(): void;
  close(): Promise<void>;
};

/**
 * Publishes the state of this host every second: to the other hosts by Redis, or without Redis to the processes on this
 * data folder.
 */
export function startHostHeartbeat(options: {
  readonly config: Config;
  readonly host: string;
  readonly link: HostLink | null;
  readonly folder: SnapshotFolder;
  readonly of: HostReport;
  /** Called every second with the state, also while it cannot be published. */
  seen(state: HostState): void;
  readonly log: Logger;
}): HostHeartbeat {
  const { config, link, log } = options;
  const states = link === null ? openHostFolder(config.dataFolder, config.serves) : openHostStates(link.redis);
  const heartbeat = createHeartbeat({ ...options, states });
  const end = new AbortController();
  const saying = runRetryLoop({
    async task() {
      const state = await heartbeat.look();
      options.seen(state);
      await heartbeat.say(state);
    },
    pauseMs: heartbeatMs,
    failureMessage: 'The heartbeat of this host cannot be published',
    log: log.child({ part: 'hosts' }),
    signal: end.signal,
  });
  return {
    look: heartbeat.look,
    drain: heartbeat.drain,
    async close() {
      end.abort();
      await saying;
      await heartbeat.end();
    },
  };
}
