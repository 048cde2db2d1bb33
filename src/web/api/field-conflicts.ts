import { applyMergePatch, isEqual } from './merge-patch.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One field that somebody else changed to something else meanwhile: what it would be after the change here, and what it is. */
export type FieldConflict = { readonly name: string; readonly mine: unknown; readonly theirs: unknown };

/** Fields that are changed here, and were changed elsewhere to something else. `changes` is a merge patch. */
export function conflictsOf(changes: Fields, base: Fields, newest: Fields): readonly FieldConflict[] {
  return Object.entries(changes)
    .filter(([name]) => !isEqual(base[name], newest[name]))
    .map(([name, change]) => ({ name, mine: applyMergePatch(newest[name], change), theirs: newest[name] }))
    .filter(({ mine, theirs }) => !isEqual(withoutNulls(mine), withoutNulls(theirs)));
}

/** A change takes away what it sets to null; what is stored says null of it. */
function withoutNulls(value: unknown): unknown {
  return applyMergePatch(null, value);
}
