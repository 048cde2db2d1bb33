import { plainText } from '../labels/generic-field.ts';
import type { FieldDifference } from '../ui/difference/list-difference.ts';

type State = Readonly<Record<string, unknown>>;

/** What every change raises, and what follows from the rest: nobody changed it. */
const always = new Set(['version', 'updatedAt', 'availableActions', 'blockingReasons', 'limitingReasons']);
/** Deeper parts are shown as a whole. */
const maxDepth = 3;
/** Where only names are said, so many are. */
const namedParts = 4;

/**
 * What differs between two states of an object as it is stored, by path: `delivery.goal.amount`. Lists are compared as wholes.
 * @param before null: it was not there
 */
export function changedFieldsOf(before: State | null, after: State | null): readonly FieldDifference[] {
  return partsOf({ before: before ?? {}, after: after ?? {} }, '', 1).filter(({ name }) => !always.has(name));
}

/** The names of what differs, in a line: `name, delivery.goal.amount and 2 more`; none of something new. */
export function changedFieldsText({
  before,
  after,
}: {
  readonly before: State | null;
  readonly after: State | null;
}): string {
  if (before === null) return '';
  const names = changedFieldsOf(before, after).map(({ name }) => name);
  const more = names.length - namedParts;
  return `${names.slice(0, namedParts).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function partsOf(
  { before, after }: { readonly before: State; readonly after: State },
  prefix: string,
  depth: number,
): readonly FieldDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [one, other, path] = [before[name], after[name], `${prefix}${name}`];
    if (isObject(one) && isObject(other) && depth < maxDepth) {
      return partsOf({ before: one, after: other }, `${path}.`, depth + 1);
    }
    const [earlier, later] = [plainText(one), plainText(other)];
    return earlier === later ? [] : [{ name: path, before: earlier, after: later }];
  });
}

function isObject(value: unknown): value is State {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
