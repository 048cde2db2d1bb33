import type { Config } from '../platform/config/config.ts';
import { openPlainStore, type PlainStore } from '../platform/files/plain-store.ts';
import type { Logger } from '../platform/log/log.ts';
import { openRedis, type Redis } from '../platform/redis/open-redis.ts';
import { type EngineWatch, watchEngines } from './watch-engines.ts';

const answerMs = 1_500;
/** Timeout of a blocking read, with or without news. */
export const listenMs = 1_000;

/** Connections of a host to the shared systems. */
export type HostLink = {
  /** Name of this host. */
  readonly host: string;
  readonly redis: Redis;
  /** Separate connection for blocking reads. */
  readonly listener: Redis;
  readonly store: PlainStore;
  readonly engines: EngineWatch;
  readonly log: Logger;
  close(): Promise<void>;
};

/** null: without Redis everything is on this machine and is exchanged in the data folder. */
export function openHostLink(
  config: Config,
  options: { readonly host: string; readonly log: Logger },
): HostLink | null {
  const { redisUrl: url } = config;
  if (url === null) return null;
  const log = options.log.child({ part: 'hosts' });
  const redis = openRedis({ url, log, answerMs, without: 'hosts continue with their local data' });
  // The other connection already logs the same errors.
  const silent = log.child({}, { level: 'silent' });
  const listener = openRedis({ url, log: silent, answerMs: listenMs + answerMs, without: '' });
  const engines = watchEngines(redis);
  const store = engines.watched(openPlainStore(config));
  return {
    host: options.host,
    redis,
    listener,
    store,
    engines,
    log,
    async close() {
      redis.close();
      listener.close();
      await store.close();
    },
  };
}
