import { queryOptions, useQuery } from '@tanstack/react-query';
import { listFormats } from '../../../client/generated/sdk.gen.ts';
import type { Format } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';

const most = 500;
const freshMs = 60_000;

/** All formats, which are few, read once; archived ones too, since positions may still have them. */
export const storedFormatsQuery = queryOptions({
  queryKey: ['formats', 'all'],
  queryFn: () => dataOf(listFormats({ client, query: { limit: most, sort: 'name', includeArchived: 'true' } })),
  staleTime: freshMs,
});

/** The live ones: what a file is matched with. */
export const formatsQuery = queryOptions({
  ...storedFormatsQuery,
  select: (formats: readonly Format[]) => formats.filter(({ archivedAt }) => archivedAt === null),
});

/** Each format by its id, archived or not. */
export function useFormats(): (id: number) => Format | undefined {
  const { data = [] } = useQuery(storedFormatsQuery);
  return (id) => data.find((format) => format.id === id);
}
