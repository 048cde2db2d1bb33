import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { callWindowMs } from '../../../core/vocabulary/limits/api-limits.ts';
import type { Redis } from '../../../platform/redis/open-redis.ts';

/** Rate limit state of a caller after a call. */
export type CallStanding = {
  /** Calls per window. */
  readonly limit: number;
  /** Remaining calls in the window. 0 for a refused call. */
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  readonly isRefused: boolean;
};

/** Function that counts one call of a caller. */
export type CountCall = (caller: string) => Promise<CallStanding>;

/**
 * Counts calls in windows of one minute that start with the first call of a caller. With Redis, all management
 * processes share the count. While Redis is unreachable, or without Redis, each process counts separately.
 */
export function createCallLimiter(options: {
  /** Part of the keys in Redis. */
  readonly name: string;
  readonly limit: number;
  /** null: a single process counts. */
  readonly redis: Redis | null;
}): CountCall {
  const { name, limit, redis } = options;
  const window = { points: limit, duration: callWindowMs / 1000, keyPrefix: `placard:{calls}:${name}` };
  const memory = new RateLimiterMemory(window);
  const limiter =
    redis === null
      ? memory
      : new RateLimiterRedis({
          ...window,
          storeClient: libraryClient(redis),
          // A caller beyond the limit is refused without a Redis query.
          inMemoryBlockOnConsumed: limit + 1,
          insuranceLimiter: memory,
        });
  return async (caller) => {
    try {
      return standingOf(await limiter.consume(caller), limit, false);
    } catch (error) {
      if (error instanceof RateLimiterRes) return standingOf(error, limit, true);
      throw error;
    }
  };
}

function standingOf({ remainingPoints, msBeforeNext }: RateLimiterRes, limit: number, isRefused: boolean) {
  const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return { limit, remaining: isRefused ? 0 : remainingPoints, resetSeconds, isRefused };
}

/** Adapts our connection to the ioredis interface of the library: it defines a command for one script and runs it. */
function libraryClient(redis: Redis) {
  let script = '';
  return {
    defineCommand(_name: string, { lua }: { readonly lua: string }) {
      script = lua;
    },
    rlflxIncr: ([key = '', ...values]: readonly string[]) => redis.ask('EVAL', script, '1', key, ...values),
  };
}
