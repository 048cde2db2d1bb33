import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Any query. */
export type AnyQuery = Pick<UseQueryOptions<never, Error, never, QueryKey>, 'queryKey'>;

/**
 * Loads queries. Returns whether each has succeeded or failed once. A page that waits for the queries that determine the
 * height of its content does not move while it loads.
 */
export function useSettled(queries: readonly AnyQuery[]): boolean {
  const areSettled = useQueries({ queries: [...queries], combine: haveSettled });
  const [wereSettled, setSettled] = useState(areSettled);
  useEffect(() => {
    if (areSettled) setSettled(true);
  }, [areSettled]);
  return wereSettled || areSettled;
}

function haveSettled(results: readonly UseQueryResult[]): boolean {
  return results.every(({ isPending, failureCount }) => !isPending || failureCount > 0);
}
