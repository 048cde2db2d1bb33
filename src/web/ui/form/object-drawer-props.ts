import type { ReactNode } from 'react';
import type { ResourceClient, StoredObject } from '../../api/resource.ts';
import type { FormDraft } from '../../api/use-draft.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Called with a new object. */
export type OnCreated = ((created: { readonly id: number }) => void) | undefined;

/** Props of the fields of a form. */
export type FieldsOf<Values extends Fields> = {
  readonly draft: FormDraft<Values>;
  readonly error: unknown;
  readonly isNew: boolean;
};

export type ObjectDrawerProps<View extends StoredObject, Values extends Fields> = {
  readonly resource: ResourceClient<View>;
  /** Null: a new object. */
  readonly id: number | null;
  /** The initial values of a new object. */
  readonly fresh: Values;
  /** The editable fields of a stored object. */
  readonly valuesOf: (stored: View) => Values;
  readonly fields: (form: FieldsOf<Values>) => ReactNode;
  /** Whether a new object can be created. */
  readonly isComplete: (values: Values) => boolean;
  readonly mayWrite: boolean;
  /** Shown above the fields of a stored object. */
  readonly head?: (stored: View) => ReactNode;
  /** Text of the confirmation before archiving. */
  readonly archiveText?: string;
  readonly onCreated?: ((created: View) => void) | undefined;
  readonly close: () => void;
};
