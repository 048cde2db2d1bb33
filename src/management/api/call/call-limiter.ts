import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { callWindowMs } from '../../../core/vocabulary/limits.ts';
import type { Redis } from '../../../platform/redis/open-redis.ts';

/** How a caller stands after a call. */
export type CallStanding = {
  /** Calls per window. */
  readonly limit: number;
  /** Calls that are left in the window; 0 for a call that is refused. */
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  readonly isRefused: boolean;
};

/** Counts one call of a caller. */
export type CountCall = (caller: string) => Promise<CallStanding>;

/**
 * Counts calls in windows of a minute that begin with the first call of a caller. With Redis the count is shared by all
 * management processes of the installation; while Redis is away each process counts by itself, as without Redis.
 */
export function createCallLimiter(options: {
  /** Part of the keys in Redis. */
  readonly name: string;
  readonly limit: number;
  /** null: one process counts. */
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
          // A caller beyond the limit is refused without asking Redis again.
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

/** Our connection as the library uses one of ioredis: it defines a command of one script, and runs it. */
function libraryClient(redis: Redis) {
  let script = '';
  return {
    defineCommand(_name: string, { lua }: { readonly lua: string }) {
      script = lua;
    },
    rlflxIncr: ([key = '', ...values]: readonly string[]) => redis.ask('EVAL', script, '1', key, ...values),
  };
}
