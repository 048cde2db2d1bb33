/*
 * Form fields.
 *
 * - `draft-text-field.tsx`: a text field bound to a draft. `external-id-field.tsx`, `system-ids-field.tsx`:
 *   ids.
 * - `reference-select.tsx`, `use-create-option.tsx`: selects of objects, which also create them. `choice-select.tsx`,
 *   `keep-highlight.tsx`: selects with a search. `selects.tsx`: selects that render their options when they are used. `money-fields.tsx`: amounts. `segments.tsx`:
 *   a choice between a few values.
 */

import { TextInput, type TextInputProps } from '@mantine/core';
import { fieldError } from '../../api/use-draft.ts';

type Props<Name extends string> = Omit<TextInputProps, 'value' | 'onChange' | 'error' | 'name'> & {
  readonly name: Name;
  /** The error of the last save. The field shows the messages about its own name. */
  readonly error: unknown;
} & (
    | { readonly emptyIsNull?: never; readonly draft: DraftOf<Name, string> }
    | { readonly emptyIsNull: true; readonly draft: DraftOf<Name, string | null> }
  );

type DraftOf<Name extends string, Value> = {
  readonly values: Readonly<Record<Name, Value>>;
  readonly set: (name: Name, value: Value) => void;
};

/** A text field bound to a field of a draft. */
export function DraftTextField<Name extends string>({ draft, name, error, emptyIsNull, ...input }: Props<Name>) {
  const { values, set } = draft as DraftOf<Name, string | null>;
  return (
    <TextInput
      {...input}
      value={values[name] ?? ''}
      onChange={({ currentTarget: { value } }) => set(name, emptyIsNull === true && value === '' ? null : value)}
      error={fieldError(error, name)}
    />
  );
}
