import { queryOptions, useQuery } from '@tanstack/react-query';
import { listFormats } from '../../../client/generated/sdk.gen.ts';
import type { Format } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';

const limit = 500;
const freshMs = 60_000;

/** All formats, including archived ones that positions still use. There are few, so one request reads them. */
export const storedFormatsQuery = queryOptions({
  queryKey: ['formats', 'all'],
  queryFn: () => dataOf(listFormats({ client, query: { limit, sort: 'name', includeArchived: 'true' } })),
  staleTime: freshMs,
});

/** Formats that are not archived. Uploaded files are matched with them. */
export const formatsQuery = queryOptions({
  ...storedFormatsQuery,
  select: (formats: readonly Format[]) => formats.filter(({ archivedAt }) => archivedAt === null),
});

/** Finds a format by its id, archived or not. */
export function useFormats(): (id: number) => Format | undefined {
  const { data = [] } = useQuery(storedFormatsQuery);
  return (id) => data.find((format) => format.id === id);
}
