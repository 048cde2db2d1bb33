import { t } from '../../i18n/t.ts';
import { conjunctionText } from '../../labels/figures.ts';

/** A field with its texts in two versions. */
export type FieldDifference = { readonly name: string; readonly before: string; readonly after: string };

/** If more items than this are unchanged, they are counted instead of listed. */
const maxListedUnchanged = 3;
/** The most items that are listed by name. */
const maxListed = 20;

/**
 * Describes two versions of a list by the items that only one of them contains.
 * @example listDifference(['a', 'b'], ['b', 'c'], 'None') // { before: 'a and b', after: 'b and c' }
 * @param empty text of an empty list
 */
export function listDifference(
  before: readonly string[],
  after: readonly string[],
  empty: string,
): { readonly before: string; readonly after: string } {
  const [beforeSet, afterSet] = [new Set(before), new Set(after)];
  const unchanged = before.filter((item) => afterSet.has(item)).length;
  const describe = (items: readonly string[], otherItems: ReadonlySet<string>) => {
    if (items.length === 0) return empty;
    if (unchanged <= maxListedUnchanged) return conjunctionText(shortened(items));
    const own = items.filter((item) => !otherItems.has(item));
    return conjunctionText([...shortened(own), t('common.text.itemsUnchanged', { count: unchanged })]);
  };
  return { before: describe(before, afterSet), after: describe(after, beforeSet) };
}

function shortened(items: readonly string[]): readonly string[] {
  const rest = items.length - maxListed;
  return rest > 0 ? [...items.slice(0, maxListed), t('common.text.itemsMore', { count: rest })] : items;
}
