import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChoiceSource } from '../ui/reference-select.tsx';

/** The most that one call names. */
const maxIds = 200;

/** Names of objects by their ids, in one call for all rows of a table; `#12` until it is known. */
export function useNames(source: ChoiceSource, ids: readonly (number | null | undefined)[]): (id: number) => string {
  const wanted = [...new Set(ids.filter((id): id is number => typeof id === 'number'))]
    .sort((a, b) => a - b)
    .slice(0, maxIds);
  const { data } = useQuery({
    queryKey: [...source.key, 'names', ...wanted],
    queryFn: () => source.named(wanted),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const names = new Map((data ?? []).map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `#${id}`;
}
