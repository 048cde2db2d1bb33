import { QueryClient } from '@tanstack/react-query';
import { problemOfError } from './client.ts';

/** How long a response stays fresh, so that switching between two pages needs no request. */
const freshMs = 5_000;
const attempts = 2;

/** Cached responses by query key: `[noun, ...query]`. A change of a noun makes all its responses stale. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      // Retries only server errors. A refused request would be refused again.
      retry: (failures, error) => failures < attempts && problemOfError(error).status >= 500,
    },
  },
});
