import { useMemo, useRef, useState } from 'react';
import { PlacardProblem } from '../../client/placard-problem.ts';
import { isEqual, mergePatchOf } from './merge-patch.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The values of a form, relative to the stored version. */
export type FormDraft<Values extends Fields> = {
  readonly values: Values;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Changes several fields. */
  readonly assign: (values: Partial<Values>) => void;
  /** Changes a field based on its latest value, for callbacks that run later. */
  readonly update: <Name extends keyof Values>(name: Name, change: (value: Values[Name]) => Values[Name]) => void;
  /** The differences from the stored version, as a merge patch. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly isChanged: boolean;
  /** Like `changes`, but also current between an event and the next rendering. */
  readonly latestChanges: () => Readonly<Record<string, unknown>>;
  /** Resets fields to the stored version. */
  readonly forget: (names: readonly string[]) => void;
  /** Replaces the stored version after a save and keeps later changes. */
  readonly rebase: (saved: Values) => void;
};

type DraftState<Values> = { readonly base: Values; readonly values: Values };

/** Holds the values of a form until they are saved. Later values of `stored` are ignored. */
export function useDraft<Values extends Fields>(stored: Values): FormDraft<Values> {
  const [state, setState] = useState<DraftState<Values>>({ base: stored, values: stored });
  // A queued save can start before the next rendering and needs the latest values.
  const latest = useRef(state);
  const [actions] = useState(() =>
    draftActions(latest, (next) => {
      latest.current = next;
      setState(next);
    }),
  );
  // The same object until a value changes, so that parts of a form do not render again for other reasons.
  return useMemo(() => {
    const changes = mergePatchOf(state.base, state.values);
    return { values: state.values, changes, isChanged: Object.keys(changes).length > 0, ...actions };
  }, [state, actions]);
}

type DraftActions<Values extends Fields> = Omit<FormDraft<Values>, 'values' | 'changes' | 'isChanged'>;

function draftActions<Values extends Fields>(
  latest: { readonly current: DraftState<Values> },
  store: (state: DraftState<Values>) => void,
): DraftActions<Values> {
  const change = (next: (current: DraftState<Values>) => Partial<DraftState<Values>>) =>
    store({ ...latest.current, ...next(latest.current) });
  return {
    set: (name, value) => change(({ values }) => ({ values: { ...values, [name]: value } })),
    assign: (assigned) => change(({ values }) => ({ values: { ...values, ...assigned } })),
    update: (name, next) => change(({ values }) => ({ values: { ...values, [name]: next(values[name]) } })),
    latestChanges: () => mergePatchOf(latest.current.base, latest.current.values),
    forget: (names) =>
      change(({ base, values }) => ({
        values: { ...values, ...Object.fromEntries(names.map((name) => [name, base[name]])) },
      })),
    rebase: (saved) =>
      change(({ base, values }) => ({ base: saved, values: rebased({ from: base, onto: saved, current: values }) })),
  };
}

/** Moves a draft from one stored version to another. Changed fields keep their values. */
function rebased<Values extends Fields>(values: { from: Values; onto: Values; current: Values }): Values {
  const { from, onto, current } = values;
  const fields = Object.keys(current).map((name) => {
    // Saved fields equal one of the versions. Only fields that changed since differ from both.
    const isSaved = isEqual(current[name], onto[name]) || isEqual(current[name], from[name]);
    return [name, isSaved ? onto[name] : current[name]];
  });
  return Object.fromEntries(fields) as Values;
}

/**
 * The error messages of a field, including those of its members.
 * @param about `itself`: without the messages of members
 */
export function fieldError(error: unknown, name: string, about: 'all' | 'itself' = 'all'): string | undefined {
  if (!(error instanceof PlacardProblem)) return undefined;
  const own = (error.problem.errors ?? []).filter(
    ({ pointer }) => pointer === `/${name}` || (about === 'all' && pointer.startsWith(`/${name}/`)),
  );
  return own.length === 0 ? undefined : own.map(({ message }) => message).join('; ');
}
