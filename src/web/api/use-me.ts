import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { getMe } from '../../client/generated/sdk.gen.ts';
import type { Me as MeView } from '../../client/generated/types.gen.ts';
import type { Scope } from '../../contract/access/scopes.ts';
import { client, dataOf } from './client.ts';

/** The signed-in user. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => dataOf(getMe({ client })), staleTime: 300_000 });

/** The signed-in user, as returned by `useMe`. */
export type Person = ReturnType<typeof useMe>;

/** The signed-in user and a check of their scopes. */
export function useMe() {
  const { data: me } = useSuspenseQuery(meQuery);
  return personOf(me);
}

/** Adds the check of scopes to a user. */
export function personOf(me: MeView) {
  return { ...me, may: (scope: Scope) => me.scopes.includes(scope) };
}
