import { DraftTextField } from './draft-text-field.tsx';

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
    <DraftTextField
      draft={draft}
      error={error}
      name="externalId"
      emptyIsNull
      label="External id"
      description="Its id in a system of yours"
      maxLength={100}
    />
  );
}
