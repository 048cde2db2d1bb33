import type { Logger } from 'pino';
import { openRedis } from '../../../platform/redis/open-redis.ts';
import {
  decodeEntry,
  type Entry,
  encodeEntry,
  expiredMemoryMs,
  type FoundVideo,
  nameOfKey,
  StoreAwayError,
  type VideoStore,
} from './video-store.ts';

/** Milliseconds after which a response would be too late for a player. */
const answerMs = 2_000;

/**
 * Opens a store in Redis 7 or Valkey, shared by all machines. Redis expires the entries. A small second key records for
 * some time that an entry existed. While Redis is unreachable, all calls are rejected immediately, and the connection
 * is restored automatically.
 */
export function openRedisStore(options: {
  readonly url: string;
  readonly log: Logger;
  readonly now: () => number;
}): VideoStore {
  const { now } = options;
  const redis = openRedis({ ...options, without: 'requests to the video cache are rejected', answerMs });

  async function put({ key, value, ttlMs }: Entry): Promise<boolean> {
    const [name, mark] = namesOf(key);
    const entry = encodeEntry(value, now() + ttlMs);
    if ((await redis.ask('SET', name, entry, 'NX', 'PX', String(ttlMs))) === null) return false;
    await redis.ask('SET', mark, '', 'PX', String(ttlMs + expiredMemoryMs));
    return true;
  }

  return {
    async putAll(entries) {
      // All commands are sent before the first response is awaited.
      const outcomes = await Promise.allSettled(entries.map(put));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed === undefined) return outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value);
      const made = entries.filter((_, index) => outcomes[index]?.status === 'fulfilled' && outcomes[index].value);
      await Promise.allSettled(made.map(({ key }) => redis.ask('DEL', ...namesOf(key))));
      throw new StoreAwayError('Redis is unreachable', { cause: failed.reason });
    },
    async get(key): Promise<FoundVideo> {
      const [bytes, mark] = await redis
        .ask<readonly (string | null)[]>('MGET', ...namesOf(key))
        .catch((error: unknown) => {
          throw new StoreAwayError('Redis is unreachable', { cause: error });
        });
      const entry = typeof bytes === 'string' ? decodeEntry(bytes) : null;
      if (entry !== null) return { state: 'there', value: entry.value };
      return { state: typeof mark === 'string' ? 'expired' : 'unknown' };
    },
    async close() {
      redis.close();
    },
  };
}

/** The braces assign both keys to the same slot of a cluster. */
function namesOf(key: string): readonly [name: string, mark: string] {
  const name = `placard:video:{${nameOfKey(key)}}`;
  return [name, `${name}:was`];
}
