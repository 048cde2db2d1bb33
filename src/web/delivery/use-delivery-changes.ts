import { useQuery } from '@tanstack/react-query';
import { listActivity } from '../../client/generated/sdk.gen.ts';
import type { ActivityEntry, ListActivityData } from '../../client/generated/types.gen.ts';
import { maxActivityEntries } from '../../core/vocabulary/limits/collaboration-limits.ts';
import { client, dataOf } from '../api/client.ts';
import { instantOf } from '../ui/time/zoned-time.ts';
import { changesByDay, type DayOfChanges } from './chart-changes.ts';

/** Most pages that one chart loads. Earlier changes of the period are omitted. */
const maxPages = 5;
const freshMs = 60_000;

/** The objects of a chart. */
export type ChartObjects = Pick<NonNullable<ListActivityData['query']>, 'campaignId' | 'kind' | 'objectId'>;

/**
 * The changes since a local day that can affect the delivery of the objects, by local day.
 * @param from `2026-11-24`
 */
export function useDeliveryChanges(objects: ChartObjects, from: string, timeZone: string): readonly DayOfChanges[] {
  const { data = [] } = useQuery({
    queryKey: ['activity', 'chart', objects, from, timeZone],
    queryFn: () => readAll(objects, instantOf(`${from} 00:00:00`, timeZone)),
    staleTime: freshMs,
  });
  return changesByDay(data, timeZone);
}

async function readAll(objects: ChartObjects, from: string): Promise<readonly ActivityEntry[]> {
  const entries: ActivityEntry[] = [];
  let before: number | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const cursor: { before?: number } = before === null ? {} : { before };
    const found = await dataOf(
      listActivity({ client, query: { ...objects, from, limit: maxActivityEntries, ...cursor } }),
    );
    entries.push(...found.entries);
    if (found.next === null) break;
    before = found.next;
  }
  return entries;
}
