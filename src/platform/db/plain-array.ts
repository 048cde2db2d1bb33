const needsNoQuotes = /^[\w.:+,-]*$/;

/**
 * Returns the text of a PostgreSQL array of numbers, days (`2026-11-21`), instants (ISO 8601) or names, to be cast to its
 * type. `pg` escapes each element of an array, which for thousands of elements takes longer than their statement.
 * Throws a RangeError if an element would need quotes.
 */
export function plainArray(values: readonly (number | string)[]): string {
  const text = values.join(',');
  if (!needsNoQuotes.test(text)) throw new RangeError('An element of the array needs quotes');
  return `{${text}}`;
}
