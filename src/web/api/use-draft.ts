import { useState } from 'react';
import { PlacardProblem } from '../../client/placard-problem.ts';
import { mergePatchOf } from './merge-patch.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What somebody is writing, over what is stored. */
export type Draft<Values extends Fields> = {
  readonly values: Values;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** What differs from what is stored, as a merge patch. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly isChanged: boolean;
  /** Begins anew, from what is stored now. */
  readonly reset: (values?: Values) => void;
};

/** Holds what is written until it is saved. `stored` is what was read; its later versions do not disturb who writes. */
export function useDraft<Values extends Fields>(stored: Values): Draft<Values> {
  const [base, setBase] = useState(stored);
  const [values, setValues] = useState(stored);
  const changes = mergePatchOf(base, values);
  return {
    values,
    set: (name, value) => setValues((current) => ({ ...current, [name]: value })),
    changes,
    isChanged: Object.keys(changes).length > 0,
    reset: (next = base) => {
      setBase(next);
      setValues(next);
    },
  };
}

/** What the server says about one field: the messages of all pointers into it. */
export function fieldError(error: unknown, name: string): string | undefined {
  if (!(error instanceof PlacardProblem)) return undefined;
  const own = (error.problem.errors ?? []).filter(
    ({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`),
  );
  return own.length === 0 ? undefined : own.map(({ message }) => message).join('; ');
}
