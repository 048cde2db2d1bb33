import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Outcome } from '../../client/placard-problem.ts';
import { objectWithEtag, problemOfError } from './client.ts';
import { conflictsOf, type FieldConflict } from './field-conflicts.ts';
import { invalidateResources } from './invalidate-resources.ts';

type Fields = Readonly<Record<string, unknown>>;
type Version<Entity> = { readonly object: Entity; readonly etag: string };

/** The fields that two users changed differently, and the two resolutions. */
export type SaveConflict = { readonly fields: readonly FieldConflict[]; keepMine(): void; takeTheirs(): void };

/** The result of a save. `saved`: no change is left, and `etag` is the stored version. */
export type SaveOutcome =
  | { readonly status: 'saved'; readonly etag: string }
  | { readonly status: 'conflict' }
  | { readonly status: 'failed' };

const attempts = 5;

/**
 * Saves changes of an object over the version they were made for. Saves of one object run one after the other: a save that is
 * requested while another one is in flight starts when that one is done, from the version that it stored. If another user saved
 * first, changes of different fields are merged, and the user decides about fields that both changed.
 */
export function useSave<Entity extends Fields>(options: {
  /** The query of the object; its first part is the kind of object. */
  readonly key: readonly unknown[];
  /** The version that the changes are made for. Later values are ignored. */
  readonly stored: Version<Entity>;
  readonly read: () => Promise<Outcome<Entity>>;
  readonly patch: (changes: Fields, etag: string) => Promise<Outcome<Entity>>;
  /** The unsaved changes at the time of the call, as a merge patch. */
  readonly changes: () => Fields;
  readonly onSaved: (saved: Entity, etag: string) => void;
  /** Called with the fields of which the user takes the other version. */
  readonly onTheirs?: (names: readonly string[]) => void;
  /** Other kinds of objects whose queries a change makes stale. */
  readonly touches?: readonly string[] | undefined;
}) {
  const queries = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const base = useRef(options.stored);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const keep = async (saved: Version<Entity>): Promise<SaveOutcome> => {
    base.current = saved;
    queries.setQueryData(options.key, saved);
    options.onSaved(saved.object, saved.etag);
    await invalidateResources(queries, [String(options.key[0]), ...(options.touches ?? [])]);
    return { status: 'saved', etag: saved.etag };
  };
  const send = async (changes: Fields): Promise<SaveOutcome> => {
    let { etag } = base.current;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await keep(await objectWithEtag(options.patch(changes, etag)));
      } catch (failure) {
        if (problemOfError(failure).code !== 'stale_version' || attempt === attempts) throw failure;
        const newest = await objectWithEtag(options.read());
        const fields = conflictsOf(changes, base.current.object, newest.object);
        if (fields.length > 0) {
          setConflict(choicesOf(fields, changes, newest));
          return { status: 'conflict' };
        }
        etag = newest.etag;
      }
    }
  };
  const choicesOf = (fields: readonly FieldConflict[], changes: Fields, newest: Version<Entity>): SaveConflict => {
    const over = (work: () => Promise<SaveOutcome>) => () => {
      base.current = newest;
      void run(work);
    };
    return {
      fields,
      keepMine: over(() => send(changes)),
      takeTheirs: over(() => {
        const theirs = fields.map(({ name }) => name);
        const rest = Object.fromEntries(Object.entries(changes).filter(([name]) => !theirs.includes(name)));
        options.onTheirs?.(theirs);
        return Object.keys(rest).length > 0 ? send(rest) : keep(newest);
      }),
    };
  };
  const run = (work: () => Promise<SaveOutcome>): Promise<SaveOutcome> => {
    const outcome = queue.current.then(async (): Promise<SaveOutcome> => {
      setSaving(true);
      setError(null);
      setConflict(null);
      try {
        return await work();
      } catch (failure) {
        setError(failure);
        return { status: 'failed' };
      } finally {
        setSaving(false);
      }
    });
    queue.current = outcome;
    return outcome;
  };
  /** Saves everything that has changed by the time it starts. */
  const save = () =>
    run(async () => {
      const changes = options.changes();
      if (Object.keys(changes).length > 0) return send(changes);
      return { status: 'saved', etag: base.current.etag };
    });
  return { save, isSaving, error, conflict, forgetConflict: () => setConflict(null) };
}
