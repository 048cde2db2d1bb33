import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DailyDelivery, DailyDeliveryQuery } from '../../../contract/insight/daily-delivery.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readDailyDelivery } from '../report/read-daily-delivery.ts';

/** Counting normally updates the sums every 10 seconds. */
const freshMs = 10_000;
/** Periods and reaches that are kept. */
const mostKept = 200;

export type DailyDeliveryCache = {
  /** Returns delivery by day, at most 10 seconds old. */
  read(query: DailyDeliveryQuery, reach: Reach): Promise<DailyDelivery>;
};

/**
 * Keeps delivery by day for all callers with the same reach, because every open home page reads it: summing two weeks
 * of 15,000 bookings takes 300 ms of a database core. Concurrent calls share one read. A failed read is not kept.
 */
export function createDailyDeliveryCache(database: Kysely<Database>): DailyDeliveryCache {
  const kept = new LRUCache<string, DailyDelivery, { readonly query: DailyDeliveryQuery; readonly reach: Reach }>({
    max: mostKept,
    ttl: freshMs,
    fetchMethod: (_key, _stale, { context: { query, reach } }) => readDailyDelivery(database, query, reach),
  });
  return {
    read: (query, reach) =>
      kept.forceFetch(JSON.stringify([query.from, query.to, reach]), { context: { query, reach } }),
  };
}
