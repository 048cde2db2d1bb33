import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { everyObject } from '../../../client/every-object.ts';
import { listLocations, listPositions, listPublications, listPublishers } from '../../../client/generated/sdk.gen.ts';
import type { Format, Location, Position, Publication, Publisher } from '../../../client/generated/types.gen.ts';
import type { Outcome } from '../../../client/placard-problem.ts';
import { client } from '../../api/client.ts';
import { storedFormatsQuery } from './formats-query.ts';

/** All inventory that the user may see. */
export type Inventory = {
  readonly publishers: readonly Publisher[];
  readonly publications: readonly Publication[];
  readonly locations: readonly Location[];
  readonly positions: readonly Position[];
  readonly formats: readonly Format[];
};

type Page = { readonly limit: number; readonly cursor?: string };

/** All inventory, for callers outside components. */
export const inventoryQuery = queryOptions({
  queryKey: ['inventory', 'all'],
  queryFn: ({ client: queries }) => readInventory(queries),
});

/** All inventory, read once for every tree and picker. */
export function useInventory() {
  return useQuery(inventoryQuery);
}

async function readInventory(queries: QueryClient): Promise<Inventory> {
  const [publishers, publications, locations, positions, formats] = await Promise.all([
    all((query: Page) => listPublishers({ client, query })),
    all((query: Page) => listPublications({ client, query })),
    all((query: Page) => listLocations({ client, query })),
    all((query: Page) => listPositions({ client, query })),
    queries.ensureQueryData(storedFormatsQuery),
  ]);
  return { publishers, publications, locations, positions, formats };
}

async function all<Item>(list: (page: Page) => Promise<Outcome<readonly Item[]>>): Promise<readonly Item[]> {
  const objects: Item[] = [];
  for await (const object of everyObject<Item>(list)) objects.push(object);
  return objects;
}
