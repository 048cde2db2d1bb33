import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChoiceSource } from './choice-source.ts';

/** The most that one call names. */
const maxIds = 100;

/** Names of objects by their ids, in one call for all rows of a table; `#12` until it is known. The same function as long as they are. */
export function useNames(source: ChoiceSource, ids: readonly (number | null | undefined)[]): (id: number) => string {
  return useKnownNames(source, ids).nameOf;
}

/** The same, and whether a first answer is still awaited: a table that is shown before it moves when the names come. */
export function useKnownNames(source: ChoiceSource, ids: readonly (number | null | undefined)[]) {
  const wanted = [...new Set(ids.filter((id): id is number => typeof id === 'number'))]
    .sort((a, b) => a - b)
    .slice(0, maxIds);
  const { data, isLoading } = useQuery({
    queryKey: [...source.key, 'names', ...wanted],
    queryFn: () => source.named(wanted),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const nameOf = useMemo(() => {
    const names = new Map((data ?? []).map(({ id, name }) => [id, name]));
    return (id: number) => names.get(id) ?? `#${id}`;
  }, [data]);
  return { nameOf, isAwaited: isLoading };
}
