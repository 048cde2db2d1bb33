import { TextInput } from '@mantine/core';
import { fieldError } from '../../api/use-draft.ts';

/** The id that an object has in a system of whoever runs this. */
export function ExternalIdField({
  draft,
  error,
}: {
  readonly draft: {
    readonly values: { readonly externalId: string | null };
    readonly set: (name: 'externalId', value: string | null) => void;
  };
  readonly error: unknown;
}) {
  return (
    <TextInput
      label="External id"
      description="Its id in a system of yours"
      maxLength={100}
      value={draft.values.externalId ?? ''}
      onChange={(event) => draft.set('externalId', event.currentTarget.value || null)}
      error={fieldError(error, 'externalId')}
    />
  );
}
