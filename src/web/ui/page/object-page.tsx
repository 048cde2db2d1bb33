import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { objectWithEtag, problemOfError } from '../../api/client.ts';
import type { ResourceClient, StoredObject } from '../../api/resource.ts';
import { ProblemAlert } from '../notice/problem-alert.tsx';
import { PageLoading } from './page-loading.tsx';
import { PageMissing } from './page-missing.tsx';

/** Reads the object whose id is in the address and renders its page. */
export function ObjectPage<View extends StoredObject>({
  resource,
  children,
}: {
  readonly resource: ResourceClient<View>;
  readonly children: (object: View, etag: string) => ReactNode;
}) {
  const id = usePathId();
  const { data, error, refetch } = useQuery({
    queryKey: [resource.noun, 'one', id],
    queryFn: () => objectWithEtag(resource.read(id)),
    enabled: id !== 0,
  });
  if (id === 0 || problemOfError(error).status === 404) return <PageMissing />;
  if (error !== null) return <ProblemAlert error={error} retry={() => void refetch()} />;
  if (data === undefined) return <PageLoading />;
  return children(data.object, data.etag);
}

/** The id in the address of the page. 0, which is no valid id, if the address has none. */
function usePathId(): number {
  const { id } = useParams({ strict: false }) as { readonly id?: string };
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
