import type { HostState } from '../exchange/hosts/host-state.ts';
import type { Redis } from '../platform/redis/open-redis.ts';
import { sharedKeys } from './shared-keys.ts';

/** Lifetime of a state without a heartbeat. */
export const stateTtlMs = 5_000;

export type HostStates = {
  say(state: HostState): Promise<void>;
  /** Returns all hosts with a current heartbeat, by name. */
  list(): Promise<readonly HostState[]>;
  /** Removes a host whose heartbeat has ended. */
  forget(host: string): Promise<void>;
};

/** Heartbeats of hosts. A host expires if it sends none. */
export function openHostStates(redis: Redis): HostStates {
  return {
    async say(state) {
      await redis.ask('SET', sharedKeys.stateOf(state.host), JSON.stringify(state), 'PX', String(stateTtlMs));
      await redis.ask('SADD', sharedKeys.hosts, state.host);
    },
    async list() {
      const hosts = (await redis.ask<readonly string[]>('SMEMBERS', sharedKeys.hosts)).toSorted();
      if (hosts.length === 0) return [];
      const texts = await redis.ask<readonly (string | null)[]>('MGET', ...hosts.map(sharedKeys.stateOf));
      const gone = hosts.filter((_, index) => texts[index] === null);
      // A host that returns registers again.
      if (gone.length > 0) await redis.ask('SREM', sharedKeys.hosts, ...gone);
      return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as HostState]));
    },
    async forget(host) {
      await redis.ask('DEL', sharedKeys.stateOf(host));
    },
  };
}
