import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useEffect } from 'react';
import { createFavorite, createRecentObject, deleteFavorite } from '../../client/generated/sdk.gen.ts';
import type { FavoriteKind } from '../../contract/collaboration/favorite.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { favoritesQuery } from './favorite-queries.ts';

type FavoriteProps = {
  readonly kind: FavoriteKind;
  readonly object: { readonly id: number; readonly archivedAt: string | null };
};

/**
 * Adds the object of a page to the favorites of the user, or removes it. Also adds the object to the recent objects.
 * Archived objects are neither.
 */
export function FavoriteButton({ kind, object: { id, archivedAt } }: FavoriteProps) {
  const isArchived = archivedAt !== null;
  useOpened(kind, id, isArchived);
  const { data } = useQuery({ ...favoritesQuery, enabled: !isArchived });
  const favorite = data?.find((one) => one.kind === kind && one.objectId === id);
  const change = useChange({
    nouns: ['favorites'],
    change: async () => {
      if (favorite === undefined) await dataOf(createFavorite({ client, body: { kind, objectId: id } }));
      else await dataOf(deleteFavorite({ client, path: { id: favorite.id } }));
    },
  });
  if (isArchived || data === undefined) return null;
  const label = t(favorite === undefined ? 'shell.action.addFavorite' : 'shell.action.removeFavorite');
  return (
    <ActionIcon
      color="gray"
      size="sm"
      aria-label={label}
      title={label}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      <Star size={16} fill={favorite === undefined ? 'none' : 'currentColor'} />
    </ActionIcon>
  );
}

/** Records that the user opened an object. A failure has no consequence for the page. */
function useOpened(kind: FavoriteKind, objectId: number, isArchived: boolean): void {
  useEffect(() => {
    if (!isArchived) void createRecentObject({ client, body: { kind, objectId } });
  }, [kind, objectId, isArchived]);
}
