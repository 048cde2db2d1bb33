import { useQuery } from '@tanstack/react-query';
import { listFormats } from '../../client/generated/sdk.gen.ts';
import type { Format } from '../../client/generated/types.gen.ts';
import { client, takeList } from '../api/client.ts';

const limit = 500;

/** All formats by id: an account has few, and each position names one. Archived ones too, since positions may still have them. */
export function useFormats(): (id: number) => Format | undefined {
  const { data } = useQuery({
    queryKey: ['formats', 'with archived'],
    queryFn: () => takeList(listFormats({ client, query: { limit, includeArchived: 'true' } })),
    staleTime: 60_000,
  });
  const byId = new Map((data?.rows ?? []).map((format) => [format.id, format]));
  return (id) => byId.get(id);
}
