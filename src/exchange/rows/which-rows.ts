import { type RawBuilder, sql } from 'kysely';

/** Rows with these ids, or the next page of all in ascending order of id. */
export type WhichRows = { readonly ids: readonly number[] } | { readonly after: number; readonly limit: number };

/** The condition on a column of ids. */
export function isAmong(column: string, which: WhichRows): RawBuilder<boolean> {
  if ('ids' in which) return sql<boolean>`${sql.ref(column)} = any(${which.ids}::bigint[])`;
  return sql<boolean>`${sql.ref(column)} > ${which.after}`;
}

export function mostOf(which: WhichRows): number {
  return 'ids' in which ? which.ids.length : which.limit;
}
