import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DailyDelivery, DailyDeliveryQuery } from '../../../contract/insight/daily-delivery.ts';
import { dayMs } from '../../../core/time/durations.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readDailyDelivery } from '../report/read-daily-delivery.ts';

/** Counting normally updates the sums every 10 seconds. */
const freshMs = 10_000;
/** Earlier days change only by late events, recounts and changed prices. */
const earlierFreshMs = 300_000;
/** Periods and reaches that are kept. */
const mostKept = 200;
/** Days before the current UTC day that are still counted: some time zone has yesterday. One more for late events. */
const countedDays = 2;

export type DailyDeliveryCache = {
  /** Returns delivery by day. The last three days are at most 10 seconds old, earlier days at most five minutes. */
  read(query: DailyDeliveryQuery, reach: Reach): Promise<DailyDelivery>;
};

type Source = { readonly query: DailyDeliveryQuery; readonly reach: Reach };

/**
 * Keeps delivery by day for all callers with the same reach, because every open home page reads it: summing two weeks
 * of 15,000 bookings takes 300 ms of a database core. Concurrent calls share one read. A failed read is not kept.
 */
export function createDailyDeliveryCache(
  database: Kysely<Database>,
  nowMs: () => number = Date.now,
): DailyDeliveryCache {
  const kept = new LRUCache<string, DailyDelivery, Source>({
    max: mostKept,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now: nowMs },
    fetchMethod: (_key, _stale, { context: { query, reach } }) => readDailyDelivery(database, query, reach),
  });
  const keptFor = (ttl: number, query: DailyDeliveryQuery, reach: Reach) =>
    kept.forceFetch(JSON.stringify([query.from, query.to, reach]), { context: { query, reach }, ttl });
  return {
    async read(query, reach) {
      const counted = new Date(nowMs() - countedDays * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
      const { from, to } = query;
      if (from >= counted) return keptFor(freshMs, query, reach);
      if (to !== undefined && to <= counted) return keptFor(earlierFreshMs, query, reach);
      const [earlier, latest] = await Promise.all([
        keptFor(earlierFreshMs, { from, to: counted }, reach),
        keptFor(freshMs, { ...query, from: counted }, reach),
      ]);
      return { asOf: latest.asOf, days: [...earlier.days, ...latest.days] };
    },
  };
}
