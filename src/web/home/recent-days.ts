import { queryOptions } from '@tanstack/react-query';
import { getDailyDelivery } from '../../client/generated/sdk.gen.ts';
import { dayMs } from '../../core/time/durations.ts';
import { client, dataOf } from '../api/client.ts';
import { wallTimeOf } from '../ui/time/zoned-time.ts';

const refreshMs = 30_000;
/** Today, and two weeks for a comparison of complete weeks. */
export const reportedDays = 15;

/** Delivery of today and of the two weeks before, by day. */
export function recentDaysQuery(zone: string) {
  const from = dayAgo(reportedDays - 1, zone);
  return queryOptions({
    queryKey: ['delivery', 'daily', from],
    queryFn: () => dataOf(getDailyDelivery({ client, query: { from } })),
    refetchInterval: refreshMs,
  });
}

/** A calendar day before today: `2026-11-25`. */
export function dayAgo(days: number, zone: string): string {
  return wallTimeOf(new Date(Date.now() - days * dayMs), zone).slice(0, 10);
}
