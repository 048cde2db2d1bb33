import { applyMergePatch, isEqual } from './merge-patch.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field that another user changed at the same time: the value after this user's change, and the stored value. */
export type FieldConflict = { readonly name: string; readonly mine: unknown; readonly theirs: unknown };

/** The fields that this user and another user changed to different values. `changes` is a merge patch. */
export function conflictsOf(changes: Fields, base: Fields, newest: Fields): readonly FieldConflict[] {
  return Object.entries(changes)
    .filter(([name]) => !isEqual(base[name], newest[name]))
    .map(([name, change]) => ({ name, mine: applyMergePatch(newest[name], change), theirs: newest[name] }))
    .filter(({ mine, theirs }) => !isEqual(withoutNulls(mine), withoutNulls(theirs)));
}

/** A merge patch removes the members that it sets to null, but stored objects contain them as null. */
function withoutNulls(value: unknown): unknown {
  return applyMergePatch(null, value);
}
