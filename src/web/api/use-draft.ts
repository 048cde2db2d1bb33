import { useRef, useState } from 'react';
import { PlacardProblem } from '../../client/placard-problem.ts';
import { isEqual, mergePatchOf } from './merge-patch.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What somebody is writing, over what is stored. */
export type FormDraft<Values extends Fields> = {
  readonly values: Values;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Changes a field from what it holds then, for who does so later than now. */
  readonly update: <Name extends keyof Values>(name: Name, change: (value: Values[Name]) => Values[Name]) => void;
  /** What differs from what is stored, as a merge patch. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly isChanged: boolean;
  /** The same as `changes`, also between an event and the next rendering. */
  readonly latestChanges: () => Readonly<Record<string, unknown>>;
  /** Takes back what was written into some fields. */
  readonly forget: (names: readonly string[]) => void;
  /** Takes what was saved as what is stored; what was written since stays. */
  readonly rebase: (saved: Values) => void;
};

type DraftState<Values> = { readonly base: Values; readonly values: Values };

/** Holds what is written until it is saved. `stored` is what was read; its later versions do not disturb who writes. */
export function useDraft<Values extends Fields>(stored: Values): FormDraft<Values> {
  const [state, setState] = useState<DraftState<Values>>({ base: stored, values: stored });
  // A save that waits for another one starts before the next rendering, and needs what is written by then.
  const latest = useRef(state);
  const change = (next: (current: DraftState<Values>) => Partial<DraftState<Values>>) => {
    latest.current = { ...latest.current, ...next(latest.current) };
    setState(latest.current);
  };
  const changes = mergePatchOf(state.base, state.values);
  return {
    values: state.values,
    set: (name, value) => change(({ values }) => ({ values: { ...values, [name]: value } })),
    update: (name, next) => change(({ values }) => ({ values: { ...values, [name]: next(values[name]) } })),
    changes,
    isChanged: Object.keys(changes).length > 0,
    latestChanges: () => mergePatchOf(latest.current.base, latest.current.values),
    forget: (names) =>
      change(({ base, values }) => ({
        values: { ...values, ...Object.fromEntries(names.map((name) => [name, base[name]])) },
      })),
    rebase: (saved) =>
      change(({ base, values }) => ({ base: saved, values: rebased({ from: base, onto: saved, current: values }) })),
  };
}

/** What is written over `onto` when it was written over `from`: fields that were touched stay as they are. */
function rebased<Values extends Fields>(values: { from: Values; onto: Values; current: Values }): Values {
  const { from, onto, current } = values;
  const fields = Object.keys(current).map((name) => {
    // What was sent came back as it is stored; only what was written after that still differs from both.
    const isSaved = isEqual(current[name], onto[name]) || isEqual(current[name], from[name]);
    return [name, isSaved ? onto[name] : current[name]];
  });
  return Object.fromEntries(fields) as Values;
}

/**
 * What the server says about one field: the messages of all pointers into it.
 * @param about `itself`: without those of its members
 */
export function fieldError(error: unknown, name: string, about: 'all' | 'itself' = 'all'): string | undefined {
  if (!(error instanceof PlacardProblem)) return undefined;
  const own = (error.problem.errors ?? []).filter(
    ({ pointer }) => pointer === `/${name}` || (about === 'all' && pointer.startsWith(`/${name}/`)),
  );
  return own.length === 0 ? undefined : own.map(({ message }) => message).join('; ');
}
