import { QueryClient } from '@tanstack/react-query';
import { problemOfError } from './client.ts';

/** How long an answer is taken as fresh: who goes back and forth between two pages waits for nothing. */
const freshMs = 5_000;
const attempts = 2;

/** Answers of the API, kept by what was asked: `[noun, ...query]`. A change of a noun makes all answers about it stale. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      // What the server refused, it refuses again; what did not reach it may the next time.
      retry: (failures, error) => failures < attempts && problemOfError(error).status >= 500,
    },
  },
});
