import type { Redis } from '../platform/redis/open-redis.ts';
import { storedDecisionsLifeMs } from './decisions/stored-decisions.ts';
import { sharedKeys } from './shared-keys.ts';

/** What a host says of its own end, by Redis: the store may take longer than a host has that ends. */
export type HostEnd = {
  /** Takes back what an earlier life said, until it is done. */
  begin(): Promise<void>;
  /** Nobody decides here any more; final. */
  say(): Promise<void>;
};

export function createHostEnd({ redis, host }: { readonly redis: Redis; readonly host: string }): HostEnd {
  let isSettled = false;
  return {
    async begin() {
      if (isSettled) return;
      await redis.ask('DEL', sharedKeys.endOf(host));
      isSettled = true;
    },
    async say() {
      isSettled = true;
      await redis.ask('SET', sharedKeys.endOf(host), String(Date.now()), 'PX', String(storedDecisionsLifeMs));
    },
  };
}

/** Epoch ms at which these hosts have ended, by name; one that has not, or said nothing, is not there. */
export async function readHostEnds(redis: Redis, hosts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (hosts.length === 0) return new Map();
  const said = await redis.ask<readonly (string | null)[]>('MGET', ...hosts.map(sharedKeys.endOf));
  return new Map(hosts.flatMap((host, at) => (said[at] === null ? [] : [[host, Number(said[at])] as const])));
}
