import type { QueryClient } from '@tanstack/react-query';

/** Every change stands in the log, which histories are read from. */
const log = 'audit';

/**
 * What was asked about nouns before a change is asked again where it is shown, and so are the histories.
 * @param nouns first parts of the keys
 */
export async function invalidateResources(queries: QueryClient, nouns: readonly string[]): Promise<void> {
  await Promise.all([...nouns, log].map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
}
