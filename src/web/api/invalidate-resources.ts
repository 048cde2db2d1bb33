import type { QueryClient } from '@tanstack/react-query';

/** Every change adds an entry to the audit log, from which histories and the activity are read. */
const auditNouns = ['audit', 'activity'];

/**
 * Invalidates the queries of nouns and of histories and the activity after a change.
 * @param nouns first parts of the query keys
 */
export async function invalidateResources(queries: QueryClient, nouns: readonly string[]): Promise<void> {
  await Promise.all([...nouns, ...auditNouns].map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
}
