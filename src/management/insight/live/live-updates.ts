import type { Kysely } from 'kysely';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { readLiveDelivery } from './live-counts.ts';

const readPauseMs = 2_000;

/** Called with new counts, as JSON. */
type Listener = (delivery: string) => void;

/** Counts that are read once for all listeners with the same reach, while there are any. */
export type LiveUpdates = {
  /** Calls the listener with the current counts and after each change. Returns a function that ends it. */
  follow(reach: Reach, listener: Listener): () => void;
  close(): void;
};

type Group = { readonly listeners: Set<Listener>; last: string | null; timer: NodeJS.Timeout | null };

export function createLiveUpdates(database: Kysely<Database>, log: Logger): LiveUpdates {
  const groups = new Map<string, Group>();
  let isClosed = false;

  async function update(key: string, reach: Reach, group: Group): Promise<void> {
    try {
      const delivery = JSON.stringify(await readLiveDelivery(database, reach));
      if (delivery !== group.last) {
        group.last = delivery;
        for (const listener of group.listeners) listener(delivery);
      }
    } catch (error) {
      // The counts are read again. Health reports an unavailable database.
      log.debug({ err: error }, 'Live counts could not be read');
    }
    if (groups.get(key) !== group || isClosed) return;
    group.timer = setTimeout(() => void update(key, reach, group), readPauseMs);
  }

  return {
    follow(reach, listener) {
      const key = JSON.stringify(reach);
      const known = groups.get(key);
      const group: Group = known ?? { listeners: new Set(), last: null, timer: null };
      group.listeners.add(listener);
      if (group.last !== null) listener(group.last);
      if (known === undefined) {
        groups.set(key, group);
        void update(key, reach, group);
      }
      return () => {
        group.listeners.delete(listener);
        if (group.listeners.size > 0 || groups.get(key) !== group) return;
        groups.delete(key);
        if (group.timer !== null) clearTimeout(group.timer);
      };
    },
    close() {
      isClosed = true;
      for (const { timer } of groups.values()) if (timer !== null) clearTimeout(timer);
      groups.clear();
    },
  };
}
