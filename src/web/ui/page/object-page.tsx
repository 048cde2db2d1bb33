import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemOfError, takeObject } from '../../api/client.ts';
import type { ResourceClient, StoredObject } from '../../api/resource.ts';
import { ProblemAlert } from '../notice/problem-alert.tsx';
import { PageLoading } from './page-loading.tsx';
import { PageMissing } from './page-missing.tsx';
import { usePathId } from './path-id.ts';

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
    queryFn: () => takeObject(resource.read(id)),
    enabled: id !== 0,
  });
  if (id === 0 || problemOfError(error).status === 404) return <PageMissing />;
  if (error !== null) return <ProblemAlert error={error} again={() => void refetch()} />;
  if (data === undefined) return <PageLoading />;
  return children(data.object, data.etag);
}
