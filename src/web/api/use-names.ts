import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChoiceSource } from './choice-source.ts';
import { queryClient } from './query-client.ts';

/** The most ids of one call. */
const maxIds = 100;

/** Names of objects by id, loaded in one call for all rows of a table. Returns `…` until a name is loaded, and `#12` without it. */
export function useNames(source: ChoiceSource, ids: readonly (number | null | undefined)[]): (id: number) => string {
  return useKnownNames(source, ids).nameOf;
}

/** Like `useNames`, with whether the first response is pending, so that a table can wait for the names. */
export function useKnownNames(source: ChoiceSource, ids: readonly (number | null | undefined)[]) {
  const { data, isLoading, isPlaceholderData } = useQuery({
    ...namesQuery(source, ids),
    placeholderData: keepPreviousData,
  });
  const nameOf = useMemo(() => {
    const names = new Map((data ?? []).map(({ id, name }) => [id, name]));
    return (id: number) => names.get(id) ?? (isLoading || isPlaceholderData ? '…' : `#${id}`);
  }, [data, isLoading, isPlaceholderData]);
  return { nameOf, isAwaited: isLoading };
}

/** Starts to load the names that `useNames` returns. */
export function prefetchNames(source: ChoiceSource, ids: readonly (number | null | undefined)[]): Promise<void> {
  return queryClient.prefetchQuery(namesQuery(source, ids));
}

function namesQuery(source: ChoiceSource, ids: readonly (number | null | undefined)[]) {
  const wanted = [...new Set(ids.filter((id): id is number => typeof id === 'number'))]
    .sort((a, b) => a - b)
    .slice(0, maxIds);
  return queryOptions({
    queryKey: [...source.key, 'names', ...wanted],
    queryFn: () => source.named(wanted),
    enabled: wanted.length > 0,
    staleTime: 60_000,
  });
}
