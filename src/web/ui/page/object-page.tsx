import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { objectWithEtag, problemOfError } from '../../api/client.ts';
import type { ResourceClient, StoredObject } from '../../api/resource.ts';
import { ProblemAlert } from '../notice/problem-alert.tsx';
import { PageLoading } from './page-loading.tsx';
import { PageMissing } from './page-missing.tsx';

/** Reads the object that the address names, and shows its page when it is there. */
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
  if (error !== null) return <ProblemAlert error={error} again={() => void refetch()} />;
  if (data === undefined) return <PageLoading />;
  return children(data.object, data.etag);
}

/** The id in the address of a page; 0, which no object has, where it is none. */
function usePathId(): number {
  const { id } = useParams({ strict: false }) as { readonly id?: string };
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
