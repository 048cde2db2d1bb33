import { t } from '../../i18n/t.ts';
import { DraftTextField } from './draft-text-field.tsx';

/** The ID of an object in the user's own system. */
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
      label={t('common.label.externalId')}
      description={t('common.hint.externalId')}
      maxLength={100}
    />
  );
}
