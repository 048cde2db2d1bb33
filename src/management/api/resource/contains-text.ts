import { type RawBuilder, sql } from 'kysely';

/**
 * Returns a condition: the column contains the text, ignoring case. It uses a trigram index on the lower-case column.
 * Escapes % and _ in the text. Source: docs/decisions/0135-searches-by-trigrams.md.
 */
export function containsText(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${column}) like lower(${pattern}::text)`;
}
