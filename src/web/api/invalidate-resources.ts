import type { QueryClient } from '@tanstack/react-query';

/** Every change adds an entry to the audit log, from which histories are read. */
const auditNoun = 'audit';

/**
 * Invalidates the queries of nouns and of histories after a change.
 * @param nouns first parts of the query keys
 */
export async function invalidateResources(queries: QueryClient, nouns: readonly string[]): Promise<void> {
  await Promise.all([...nouns, auditNoun].map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
}
