import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a column has a text somewhere in it, in capitals or not; an index of the trigrams of the lower-case column serves it. What
 * people type holds % and _ too. Source: docs/decisions/0135-searches-by-trigrams.md.
 */
export function containsText(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${column}) like lower(${pattern}::text)`;
}
