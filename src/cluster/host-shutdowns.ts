import type { Redis } from '../platform/redis/open-redis.ts';
import { storedDecisionsTtlMs } from './decisions/stored-decisions.ts';
import { sharedKeys } from './shared-keys.ts';

/** Announces the end of this host in Redis, because the store may be slower than the shutdown allows. */
export type HostShutdown = {
  /** Removes the announcement of an earlier run. Retries until it succeeds. */
  begin(): Promise<void>;
  /** Announces that no more decisions follow. Final. */
  say(): Promise<void>;
};

export function createHostShutdown({ redis, host }: { readonly redis: Redis; readonly host: string }): HostShutdown {
  let isSettled = false;
  return {
    async begin() {
      if (isSettled) return;
      await redis.ask('DEL', sharedKeys.endOf(host));
      isSettled = true;
    },
    async say() {
      isSettled = true;
      await redis.ask('SET', sharedKeys.endOf(host), String(Date.now()), 'PX', String(storedDecisionsTtlMs));
    },
  };
}

/** Returns the end of these hosts in epoch ms by name. Hosts without an announced end are omitted. */
export async function readHostShutdowns(redis: Redis, hosts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (hosts.length === 0) return new Map();
  const said = await redis.ask<readonly (string | null)[]>('MGET', ...hosts.map(sharedKeys.endOf));
  return new Map(hosts.flatMap((host, at) => (said[at] === null ? [] : [[host, Number(said[at])] as const])));
}
