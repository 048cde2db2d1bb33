import type { Outcome } from '../../client/placard-problem.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What every object has that is made, changed and archived one by one. */
export type StoredObject = Fields & { readonly id: number; readonly name: string; readonly archivedAt: string | null };

/** How the objects of one noun are read and changed. */
export type ResourceClient<View extends StoredObject> = {
  /** First part of the keys under which its answers are kept. */
  readonly noun: string;
  /** In words: `publisher`. */
  readonly word: string;
  /** Nouns whose answers a change makes stale besides. */
  readonly touches?: readonly string[];
  readonly read: (id: number) => Promise<Outcome<View>>;
  readonly create: (body: Fields) => Promise<Outcome<View>>;
  readonly patch: (id: number, changes: Fields, etag: string) => Promise<Outcome<View>>;
  readonly archive: (id: number, etag: string) => Promise<Outcome<View>>;
  /** Left out: what is archived stays so. */
  readonly unarchive?: (id: number) => Promise<Outcome<View>>;
};
