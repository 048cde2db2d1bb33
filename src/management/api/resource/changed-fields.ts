import type { ReviewView } from '../../../contract/booking/review.ts';

type State = Readonly<Record<string, unknown>>;

/**
 * Returns the differences between two states of an object by field. A field that is missing in the older state counts
 * as empty. The order of lists of IDs and words is ignored.
 */
export function changedFields(before: State, after: State, fields: readonly string[]): ReviewView['changes'] {
  return fields
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

function isSame(one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  if (Array.isArray(one) && Array.isArray(other)) return areSameItems(one, other);
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => isSame(one[name], other[name]));
  }
  return one === other;
}

function areSameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  const [first, second] = [inOrder(one), inOrder(other)];
  return first.length === second.length && first.every((item, index) => isSame(item, second[index]));
}

function inOrder(items: readonly unknown[]): readonly unknown[] {
  return items.some(isObject) ? items : [...items].sort();
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isObject(value: unknown): value is State {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
