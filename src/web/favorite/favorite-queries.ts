import { queryOptions } from '@tanstack/react-query';
import { listFavorites, listRecentObjects } from '../../client/generated/sdk.gen.ts';
import type { FavoriteKind } from '../../contract/collaboration/favorite.ts';
import { resourceTypeOf } from '../../contract/resource-types/all-resource-types.ts';
import { client, dataOf } from '../api/client.ts';

const freshMs = 60_000;

/** The favorites of the user, newest first. */
export const favoritesQuery = queryOptions({
  queryKey: ['favorites'],
  queryFn: () => dataOf(listFavorites({ client })),
  staleTime: freshMs,
});

/** The objects that the user opened last, latest first. */
export const recentObjectsQuery = queryOptions({
  queryKey: ['recent-objects'],
  queryFn: () => dataOf(listRecentObjects({ client })),
});

/** The address of the page of a favorite or recent object. */
export function favoriteAddress({
  kind,
  objectId,
}: {
  readonly kind: FavoriteKind;
  readonly objectId: number;
}): string {
  return resourceTypeOf(kind).page(objectId).to;
}
