import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { getMe } from '../../client/generated/sdk.gen.ts';
import type { Scope } from '../../contract/access/scopes.ts';
import { client, dataOf } from './client.ts';

/** Who is signed in, asked for once. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => dataOf(getMe({ client })), staleTime: 300_000 });

/** Who is signed in, as `useMe` answers. */
export type Person = ReturnType<typeof useMe>;

/** Who is signed in, and whether they may do something. */
export function useMe() {
  const { data: me } = useSuspenseQuery(meQuery);
  return { ...me, may: (scope: Scope) => me.scopes.includes(scope) };
}
