/** What differs, in words. */
export type FieldDifference = { readonly name: string; readonly before: string; readonly after: string };

/** Up to so many that stay are named, too. */
const namedStaying = 3;
/** Up to so many are named at all. */
const named = 20;

/**
 * Two states of a list, each by what the other has not, and how many stay.
 * @example listDifference(['a', 'b'], ['b', 'c'], 'None') // { before: 'a, b', after: 'b, c' }
 * @param empty what an empty list is called
 */
export function listDifference(
  before: readonly string[],
  after: readonly string[],
  empty: string,
): { readonly before: string; readonly after: string } {
  const [earlier, later] = [new Set(before), new Set(after)];
  const staying = before.filter((item) => later.has(item)).length;
  const side = (items: readonly string[], others: ReadonlySet<string>) => {
    if (items.length === 0) return empty;
    if (staying <= namedStaying) return namesOf(items);
    const own = items.filter((item) => !others.has(item));
    return own.length === 0 ? `${staying} that stay` : `${namesOf(own)}, and ${staying} that stay`;
  };
  return { before: side(before, later), after: side(after, earlier) };
}

function namesOf(items: readonly string[]): string {
  const rest = items.length - named;
  return rest > 0 ? `${items.slice(0, named).join(', ')} and ${rest} more` : items.join(', ');
}
