import { type RawBuilder, sql } from 'kysely';

/** Rows with these IDs, or the next page of all rows in ascending order of ID. */
export type WhichRows = { readonly ids: readonly number[] } | { readonly after: number; readonly limit: number };

/** Returns the condition on an ID column. */
export function isAmong(column: string, which: WhichRows): RawBuilder<boolean> {
  if ('ids' in which) return sql<boolean>`${sql.ref(column)} = any(${which.ids}::bigint[])`;
  return sql<boolean>`${sql.ref(column)} > ${which.after}`;
}

export function mostOf(which: WhichRows): number {
  return 'ids' in which ? which.ids.length : which.limit;
}
