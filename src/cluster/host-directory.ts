import type { HostDirectory, RedisState } from '../exchange/hosts/host-state.ts';
import type { SnapshotFolder } from '../exchange/snapshot/snapshot-folder.ts';
import type { Config } from '../platform/config/config.ts';
import { readProgramVersion } from '../platform/process/program-version.ts';
import type { Redis } from '../platform/redis/open-redis.ts';
import { openHostFolder } from './host-folder.ts';
import type { HostLink } from './host-link.ts';
import { openHostStates } from './host-states.ts';

/** Lists all hosts from their states in Redis. Without Redis lists the programs of this data folder. */
export function openHostDirectory(options: {
  readonly config: Pick<Config, 'serves' | 'dataFolder'>;
  readonly host: string;
  readonly link: HostLink | null;
  readonly folder: SnapshotFolder;
}): HostDirectory {
  const { config, host, link, folder } = options;
  if (link !== null) {
    const { engines, redis } = link;
    return { engines: engines.states, list: openHostStates(redis).list, redis: () => readRedis(redis) };
  }
  const { serves } = config;
  const others = openHostFolder(config.dataFolder, serves);
  const [startedAtMs, version] = [Date.now(), readProgramVersion()];
  const engines = { redis: 'unused', store: 'ok' } as const;
  return {
    engines: () => engines,
    redis: async () => null,
    async list() {
      // Read from the acknowledgements directly, because waiting for a revision depends only on them.
      const processes = await folder.acknowledgements();
      const said = await others.list();
      if (said.length === 0) {
        return [{ host, serves, version, startedAtMs, atMs: Date.now(), draining: false, engines, processes }];
      }
      const delivers = said.find((state) => state.serves.delivery) ?? said[0];
      return said.map((state) => ({ ...state, processes: state === delivers ? processes : [] }));
    },
  };
}

/** null: Redis does not respond. */
async function readRedis(redis: Redis): Promise<RedisState | null> {
  const text = await redis.ask<string>('INFO').catch(() => null);
  if (text === null) return null;
  const version = /^(?:valkey|redis)_version:(\S+)/m.exec(text)?.[1] ?? '';
  return { version, usedBytes: Number(/^used_memory:(\d+)/m.exec(text)?.[1] ?? 0) };
}
