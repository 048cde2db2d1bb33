import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Outcome } from '../../client/placard-problem.ts';
import { problemOf, takeObject } from './client.ts';
import { conflictsOf, type FieldConflict } from './field-conflicts.ts';
import { forgetAnswers } from './forget-answers.ts';

type Fields = Readonly<Record<string, unknown>>;
type Read<One> = { readonly object: One; readonly etag: string };

/** Both saved: which fields differ, and the two ways on. */
export type SaveConflict = { readonly fields: readonly FieldConflict[]; keepMine(): void; takeTheirs(): void };

const attempts = 5;

/**
 * Saves changes of an object over the version they were made for. When somebody else saved first, what only one side changed
 * is joined, and what both changed is asked about.
 * @param key under which `read` is kept; its first part is the noun
 */
export function useSave<One extends Fields>(options: {
  readonly key: readonly unknown[];
  readonly read: () => Promise<Outcome<One>>;
  readonly patch: (changes: Fields, etag: string) => Promise<Outcome<One>>;
  readonly onSaved: (saved: One, etag: string) => void;
  /** Told before that of which fields theirs is taken, where something goes on being written. */
  readonly onTheirs?: (names: readonly string[]) => void;
  /** Nouns whose answers a change makes stale besides. */
  readonly touches?: readonly string[] | undefined;
}) {
  const queries = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<SaveConflict | null>(null);

  const keep = async (saved: Read<One>) => {
    queries.setQueryData(options.key, saved);
    options.onSaved(saved.object, saved.etag);
    await forgetAnswers(queries, [String(options.key[0]), ...(options.touches ?? [])]);
  };
  const send = async (changes: Fields, base: Read<One>): Promise<void> => {
    let over = base;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await keep(await takeObject(options.patch(changes, over.etag)));
      } catch (failure) {
        if (problemOf(failure).code !== 'stale_version' || attempt === attempts) throw failure;
        const newest = await takeObject(options.read());
        const fields = conflictsOf(changes, base.object, newest.object);
        if (fields.length > 0) return setConflict(waysOn(fields, changes, newest));
        over = newest;
      }
    }
  };
  const waysOn = (fields: readonly FieldConflict[], changes: Fields, newest: Read<One>): SaveConflict => ({
    fields,
    keepMine: () => void save(changes, newest),
    takeTheirs: () => {
      const theirs = fields.map(({ name }) => name);
      const rest = Object.fromEntries(Object.entries(changes).filter(([name]) => !theirs.includes(name)));
      options.onTheirs?.(theirs);
      if (Object.keys(rest).length > 0) void save(rest, newest);
      else void keep(newest).then(() => setConflict(null));
    },
  });
  const save = async (changes: Fields, base: Read<One>): Promise<void> => {
    setSaving(true);
    setError(null);
    setConflict(null);
    try {
      await send(changes, base);
    } catch (failure) {
      setError(failure);
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving, error, conflict, forgetConflict: () => setConflict(null) };
}
