import { isEqual } from './merge-patch.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One field that somebody else changed to something else meanwhile. */
export type FieldConflict = { readonly name: string; readonly mine: unknown; readonly theirs: unknown };

/** Fields that are changed here, and were changed elsewhere to something else. */
export function conflictsOf(changes: Fields, base: Fields, newest: Fields): readonly FieldConflict[] {
  return Object.entries(changes)
    .filter(([name]) => !isEqual(base[name], newest[name]))
    .map(([name, mine]) => ({ name, mine, theirs: newest[name] }))
    .filter(({ mine, theirs }) => !isEqual(mine, theirs));
}
