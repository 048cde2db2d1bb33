import { createClient } from '@redis/client';
import type { Logger } from 'pino';
import {
  decodeEntry,
  type Entry,
  encodeEntry,
  expiredMemoryMs,
  type Found,
  nameOfKey,
  StoreAwayError,
  type VideoStore,
} from './video-store.ts';

const connectMs = 2_000;
const firstRetryMs = 50;
const longestRetryMs = 2_000;
/** An answer that takes longer is too late for a player. */
const answerMs = 2_000;
/** Commands that wait for Redis; more would fill the memory while it is slow. */
const maxWaiting = 10_000;

/**
 * Redis 7 or Valkey, shared by all machines. Redis itself lets entries expire; a small second key remembers for a while that
 * there was one. While Redis is away every call is refused at once, and the connection comes back by itself.
 */
export function openRedisStore(options: {
  readonly url: string;
  readonly log: Logger;
  readonly now: () => number;
}): VideoStore {
  const { url, log, now } = options;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: maxWaiting,
    commandOptions: { timeout: answerMs },
    socket: {
      connectTimeout: connectMs,
      reconnectStrategy: (retries: number) => Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(retries, 10)),
    },
  });
  let isAway = false;
  client.on('error', (error: Error) => {
    if (!isAway) log.error({ err: error }, 'Redis does not answer; the video cache is refused until it does');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.info('Redis answers again');
    isAway = false;
  });
  // It goes on trying by itself, and each failure is told above.
  client.connect().catch(() => undefined);

  async function put({ key, value, lifeMs }: Entry): Promise<boolean> {
    const [name, mark] = namesOf(key);
    const set = await client.set(name, encodeEntry(value, now() + lifeMs), {
      condition: 'NX',
      expiration: { type: 'PX', value: lifeMs },
    });
    if (set === null) return false;
    await client.set(mark, '', { expiration: { type: 'PX', value: lifeMs + expiredMemoryMs } });
    return true;
  }

  return {
    async putAll(entries) {
      // All are sent before the first is answered.
      const outcomes = await Promise.allSettled(entries.map(put));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed === undefined) return outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value);
      const made = entries.filter((_, index) => outcomes[index]?.status === 'fulfilled' && outcomes[index].value);
      await Promise.allSettled(made.map(({ key }) => client.del([...namesOf(key)])));
      throw new StoreAwayError('Redis does not answer', { cause: failed.reason });
    },
    async get(key): Promise<Found> {
      const [bytes, mark] = await client.mGet([...namesOf(key)]).catch((error: unknown) => {
        throw new StoreAwayError('Redis does not answer', { cause: error });
      });
      const entry = typeof bytes === 'string' ? decodeEntry(bytes) : null;
      if (entry !== null) return { state: 'there', value: entry.value };
      return { state: typeof mark === 'string' ? 'expired' : 'unknown' };
    },
    async close() {
      client.destroy();
    },
  };
}

/** The braces put both keys into one slot of a cluster. */
function namesOf(key: string): readonly [name: string, mark: string] {
  const name = `placard:video:{${nameOfKey(key)}}`;
  return [name, `${name}:was`];
}
