import { t } from '../i18n/t.ts';
import { conjunctionText } from '../labels/figures.ts';
import { plainText } from '../labels/generic-field.ts';
import type { FieldDifference } from '../ui/difference/list-difference.ts';
import { fieldPathLabel } from './field-label.ts';

type State = Readonly<Record<string, unknown>>;

/** Fields that change with every update, and derived fields. */
const ignoredFields = new Set(['version', 'updatedAt', 'availableActions', 'blockingReasons', 'limitingReasons']);
/** Deeper members are compared as a whole. */
const maxDepth = 3;
/** The most field names of a summary. */
const maxListedFields = 4;

/**
 * The fields that differ between two versions of a stored object, by path: `delivery.goal.amount`. Lists are compared as a whole.
 * @param before null: the object is new
 */
export function changedFieldsOf(before: State | null, after: State | null): readonly FieldDifference[] {
  return partsOf({ before: before ?? {}, after: after ?? {} }, '', 1).filter(({ name }) => !ignoredFields.has(name));
}

/** The labels of the changed fields: `Name, Delivery goal: goal amount and 2 more`. Empty for a new object. */
export function changedFieldsText({
  before,
  after,
}: {
  readonly before: State | null;
  readonly after: State | null;
}): string {
  if (before === null) return '';
  const names = changedFieldsOf(before, after).map(({ name }) => fieldPathLabel(name));
  const rest = names.length - maxListedFields;
  const listed = names.slice(0, maxListedFields);
  return conjunctionText(rest > 0 ? [...listed, t('common.text.itemsMore', { count: rest })] : listed);
}

function partsOf(
  { before, after }: { readonly before: State; readonly after: State },
  prefix: string,
  depth: number,
): readonly FieldDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [old, changed, path] = [before[name], after[name], `${prefix}${name}`];
    if (isObject(old) && isObject(changed) && depth < maxDepth) {
      return partsOf({ before: old, after: changed }, `${path}.`, depth + 1);
    }
    const [earlier, later] = [plainText(old), plainText(changed)];
    return earlier === later ? [] : [{ name: path, before: earlier, after: later }];
  });
}

function isObject(value: unknown): value is State {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
