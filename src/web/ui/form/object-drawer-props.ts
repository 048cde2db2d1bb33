import type { ReactNode } from 'react';
import type { ResourceClient, StoredObject } from '../../api/resource.ts';
import type { FormDraft } from '../../api/use-draft.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the fields of a form get. */
export type FieldsOf<Values extends Fields> = {
  readonly draft: FormDraft<Values>;
  readonly error: unknown;
  readonly isNew: boolean;
};

export type ObjectDrawerProps<View extends StoredObject, Values extends Fields> = {
  readonly resource: ResourceClient<View>;
  /** null: a new one. */
  readonly id: number | null;
  /** What a new one begins with. */
  readonly fresh: Values;
  /** The fields that a person writes, of what is stored. */
  readonly valuesOf: (stored: View) => Values;
  readonly fields: (form: FieldsOf<Values>) => ReactNode;
  /** Whether a new one has all it needs. */
  readonly isComplete: (values: Values) => boolean;
  readonly mayWrite: boolean;
  /** Shown above the fields of one that is stored. */
  readonly head?: (stored: View) => ReactNode;
  /** What archiving it means. */
  readonly archiveText?: string;
  readonly onCreated?: (made: View) => void;
  readonly close: () => void;
};
