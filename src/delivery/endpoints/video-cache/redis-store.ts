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

/** An answer that takes longer is too late for a player. */
const answerMs = 2_000;

/**
 * Redis 7 or Valkey, shared by all machines. Redis itself lets entries expire; a small second key remembers for a while that
 * there was one. While Redis is away every call is refused at once, and the connection comes back by itself.
 */
export function openRedisStore(options: {
  readonly url: string;
  readonly log: Logger;
  readonly now: () => number;
}): VideoStore {
  const { now } = options;
  const redis = openRedis({ ...options, without: 'the video cache is refused', answerMs });

  async function put({ key, value, ttlMs }: Entry): Promise<boolean> {
    const [name, mark] = namesOf(key);
    const entry = encodeEntry(value, now() + ttlMs);
    if ((await redis.ask('SET', name, entry, 'NX', 'PX', String(ttlMs))) === null) return false;
    await redis.ask('SET', mark, '', 'PX', String(ttlMs + expiredMemoryMs));
    return true;
  }

  return {
    async putAll(entries) {
      // All are sent before the first is answered.
      const outcomes = await Promise.allSettled(entries.map(put));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed === undefined) return outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value);
      const made = entries.filter((_, index) => outcomes[index]?.status === 'fulfilled' && outcomes[index].value);
      await Promise.allSettled(made.map(({ key }) => redis.ask('DEL', ...namesOf(key))));
      throw new StoreAwayError('Redis does not answer', { cause: failed.reason });
    },
    async get(key): Promise<FoundVideo> {
      const [bytes, mark] = await redis
        .ask<readonly (string | null)[]>('MGET', ...namesOf(key))
        .catch((error: unknown) => {
          throw new StoreAwayError('Redis does not answer', { cause: error });
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

/** The braces put both keys into one slot of a cluster. */
function namesOf(key: string): readonly [name: string, mark: string] {
  const name = `placard:video:{${nameOfKey(key)}}`;
  return [name, `${name}:was`];
}
