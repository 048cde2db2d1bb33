import type { Config } from '../platform/config/config.ts';
import { openPlainStore, type PlainStore } from '../platform/files/plain-store.ts';
import type { Logger } from '../platform/log/log.ts';
import { openRedis, type Redis } from '../platform/redis/open-redis.ts';
import { type EngineWatch, watchEngines } from './watch-engines.ts';

const answerMs = 1_500;
/** A read that waits for news is answered after that, news or not. */
export const listenMs = 1_000;

/** What a host shares with the others. */
export type HostLink = {
  /** Its name among them. */
  readonly host: string;
  readonly redis: Redis;
  /** A connection of its own for reads that wait. */
  readonly listener: Redis;
  readonly store: PlainStore;
  readonly engines: EngineWatch;
  readonly log: Logger;
  close(): Promise<void>;
};

/** null: there is no Redis, so everything is on this machine and travels in the data folder. */
export function openHostLink(
  config: Config,
  options: { readonly host: string; readonly log: Logger },
): HostLink | null {
  const { redisUrl: url } = config;
  if (url === null) return null;
  const log = options.log.child({ part: 'hosts' });
  const redis = openRedis({ url, log, answerMs, without: 'hosts go on by what they know' });
  // It says what the other one has said already.
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
