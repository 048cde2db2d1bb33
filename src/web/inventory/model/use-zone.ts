import { queryOptions, useQuery } from '@tanstack/react-query';
import { listPublications } from '../../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { meQuery, type Person, personOf, useMe } from '../../api/use-me.ts';
import { deviceZone } from '../../ui/time/zoned-time.ts';
import { type BookedInventory, zonesOf } from './booked-inventory.ts';
import { inventoryQuery, useInventory } from './use-inventory.ts';

const publicationLimit = 500;
const freshMs = 300_000;

/** The publications with their time zones. */
const publicationsQuery = queryOptions({
  queryKey: ['publications', 'zones'],
  queryFn: () => dataOf(listPublications({ client, query: { limit: publicationLimit } })),
  staleTime: freshMs,
});

/** The time zone of the account, for times that belong to no publication. Without one, that of most publications or the device. */
export function useZone(): string {
  const me = useMe();
  const { data } = useQuery({ ...publicationsQuery, enabled: needsPublications(me) });
  return me.account.timeZone ?? commonZoneOf(data ?? []);
}

/** Loads the same time zone outside of a component. Rejects if the publications cannot be loaded. */
export async function loadZone(me: Person): Promise<string> {
  const publications = needsPublications(me) ? await queryClient.ensureQueryData(publicationsQuery) : [];
  return me.account.timeZone ?? commonZoneOf(publications);
}

/** Starts to load the inventory, and the time zones of the publications if the account has none. */
export function prefetchInventory(): void {
  void queryClient.prefetchQuery(inventoryQuery);
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (me === undefined || needsPublications(personOf(me))) void queryClient.prefetchQuery(publicationsQuery);
}

function needsPublications({ account, may }: Person): boolean {
  return account.timeZone === null && may('inventory:read');
}

function commonZoneOf(publications: readonly { readonly timeZone: string }[]): string {
  const counts = new Map<string, number>();
  for (const { timeZone } of publications) counts.set(timeZone, (counts.get(timeZone) ?? 0) + 1);
  return [...counts].sort(([, countA], [, countB]) => countB - countA)[0]?.[0] ?? deviceZone;
}

/** The time zone of the days of a booking: that of the publication with most of its positions. */
export function useBookingZone(booked: BookedInventory): string {
  const defaultZone = useZone();
  const { data } = useInventory();
  return (data === undefined ? undefined : zonesOf(booked, data)[0]) ?? defaultZone;
}
