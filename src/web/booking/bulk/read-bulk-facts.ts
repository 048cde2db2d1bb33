import type { QueryClient } from '@tanstack/react-query';
import { listBookings, listCampaigns, listCreatives } from '../../../client/generated/sdk.gen.ts';
import type { Booking, Creative } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { reachedPositions } from '../../inventory/model/booked-inventory.ts';
import { inventoryQuery } from '../../inventory/model/use-inventory.ts';
import type { BulkFacts } from './bulk-change.ts';

/** The most ids of one list call. */
const idsPerCall = 100;

/** Reads bookings by their ids, in the order of the ids. Bookings that the user may no longer see are left out. */
export async function readBookings(ids: readonly number[]): Promise<readonly Booking[]> {
  return await inSlices(ids, (id) =>
    dataOf(listBookings({ client, query: { id, includeArchived: 'true', limit: id.length } })),
  );
}

/** Reads what adding creatives to bookings depends on: brands of the creatives and campaigns, formats of positions. */
export async function readBulkFacts(
  queries: QueryClient,
  bookings: readonly Booking[],
  creativeIds: readonly number[],
): Promise<BulkFacts> {
  if (creativeIds.length === 0) return { creatives: new Map(), brandsOf: () => [], formatsOf: () => new Set() };
  const campaignIds = [...new Set(bookings.map(({ campaignId }) => campaignId))];
  const [creatives, campaigns, inventory] = await Promise.all([
    inSlices<Creative>(creativeIds, (id) => dataOf(listCreatives({ client, query: { id, limit: id.length } }))),
    inSlices(campaignIds, (id) =>
      dataOf(listCampaigns({ client, query: { id, includeArchived: 'true', limit: id.length } })),
    ),
    queries.ensureQueryData(inventoryQuery),
  ]);
  const brands = new Map(campaigns.map(({ id, brandIds }) => [id, brandIds]));
  const formatOfPosition = new Map(inventory.positions.map(({ id, formatId }) => [id, formatId]));
  return {
    creatives: new Map(creatives.map((creative) => [creative.id, creative])),
    brandsOf: (campaignId) => brands.get(campaignId) ?? [],
    formatsOf: (booking) =>
      new Set([...reachedPositions(booking, inventory)].flatMap((id) => formatOfPosition.get(id) ?? [])),
  };
}

/** Reads objects by their ids in as many calls as necessary. */
export async function inSlices<Row>(
  ids: readonly number[],
  read: (ids: number[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let start = 0; start < ids.length; start += idsPerCall) {
    found.push(...(await read(ids.slice(start, start + idsPerCall))));
  }
  return found;
}
