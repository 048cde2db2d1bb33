import type { HostState } from '../exchange/hosts/host-state.ts';
import type { Redis } from '../platform/redis/open-redis.ts';
import { sharedKeys } from './shared-keys.ts';

/** What was not said again for so long does not hold any more. */
export const stateLifeMs = 5_000;

export type HostStates = {
  say(state: HostState): Promise<void>;
  /** All hosts that show life, by name. */
  list(): Promise<readonly HostState[]>;
  /** It shows no life any more. */
  forget(host: string): Promise<void>;
};

/** Every host says what it is, and is forgotten when it says nothing. */
export function openHostStates(redis: Redis): HostStates {
  return {
    async say(state) {
      await redis.ask('SET', sharedKeys.stateOf(state.host), JSON.stringify(state), 'PX', String(stateLifeMs));
      await redis.ask('SADD', sharedKeys.hosts, state.host);
    },
    async list() {
      const hosts = (await redis.ask<readonly string[]>('SMEMBERS', sharedKeys.hosts)).toSorted();
      if (hosts.length === 0) return [];
      const texts = await redis.ask<readonly (string | null)[]>('MGET', ...hosts.map(sharedKeys.stateOf));
      const gone = hosts.filter((_, index) => texts[index] === null);
      // One that comes back says so again.
      if (gone.length > 0) await redis.ask('SREM', sharedKeys.hosts, ...gone);
      return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as HostState]));
    },
    async forget(host) {
      await redis.ask('DEL', sharedKeys.stateOf(host));
    },
  };
}
