import type { EngineState, EngineStates } from '../exchange/hosts/host-state.ts';
import type { PlainStore } from '../platform/files/plain-store.ts';
import type { Redis } from '../platform/redis/open-redis.ts';

export type EngineWatch = {
  states(): EngineStates;
  /** Wraps a store and records the result of its calls. */
  watched(store: PlainStore): PlainStore;
};

/** Observes the shared systems that this host uses. */
export function watchEngines(redis: Pick<Redis, 'isAway'>): EngineWatch {
  let store: EngineState = 'ok';
  const noted =
    <Parameters extends readonly unknown[], Result>(call: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      try {
        const result = await call(...parameters);
        store = 'ok';
        return result;
      } catch (error) {
        store = 'away';
        throw error;
      }
    };
  return {
    states: () => ({ redis: redis.isAway() ? 'away' : 'ok', store }),
    watched: (of) => ({
      put: noted(of.put),
      get: noted(of.get),
      list: noted(of.list),
      remove: noted(of.remove),
      close: of.close,
    }),
  };
}
