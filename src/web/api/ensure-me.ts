import { queryClient } from './query-client.ts';
import { meQuery } from './use-me.ts';

/** Before the first page: who is signed in. Everything that is shown follows from it. */
export function ensureMe() {
  return queryClient.ensureQueryData(meQuery);
}
