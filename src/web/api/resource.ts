import type { Outcome } from '../../client/placard-problem.ts';
import type { PlainMessageKey } from '../../messages/message-keys.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of every object that is created, changed and archived with a form. */
export type StoredObject = Fields & { readonly id: number; readonly name: string; readonly archivedAt: string | null };

type KindOfLabel<Key> = Key extends `labels.newResource.${infer Kind}` ? Kind : never;
/** A resource type with a form. It has the labels `labels.newResource.*` and `labels.createResource.*`. */
export type FormKind = KindOfLabel<PlainMessageKey>;

/** The API calls of a resource type. */
export type ResourceClient<View extends StoredObject> = {
  /** First part of the query keys of its responses. */
  readonly noun: string;
  readonly kind: FormKind;
  /** Nouns whose cached responses a change also makes stale. */
  readonly touches?: readonly string[];
  readonly read: (id: number) => Promise<Outcome<View>>;
  readonly create: (body: Fields) => Promise<Outcome<View>>;
  readonly patch: (id: number, changes: Fields, etag: string) => Promise<Outcome<View>>;
  readonly archive: (id: number, etag: string) => Promise<Outcome<View>>;
  /** Absent: an archived object cannot be unarchived. */
  readonly unarchive?: (id: number) => Promise<Outcome<View>>;
};
