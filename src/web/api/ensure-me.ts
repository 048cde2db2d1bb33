import { queryClient } from './query-client.ts';
import { meQuery } from './use-me.ts';

/** Loads the signed-in user before the first page, because every page depends on their permissions. */
export function ensureMe() {
  return queryClient.ensureQueryData(meQuery);
}
