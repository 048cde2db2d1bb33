import { Switch } from '@mantine/core';
import { maxNameLength } from '../../../core/vocabulary/limits/api-limits.ts';
import { maxTemplateDescription } from '../../../core/vocabulary/limits/booking-limits.ts';
import { type FormDraft, fieldError } from '../../api/use-draft.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { DraftTextField } from '../../ui/field/draft-text-field.tsx';

/** The own fields of a template: everything except the settings of bookings. */
export type TemplateHead = { readonly name: string; readonly description: string | null; readonly shared: boolean };

/** Name, description and visibility of a template. */
export function TemplateFields({ draft, error }: { readonly draft: FormDraft<TemplateHead>; readonly error: unknown }) {
  const me = useMe();
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        required
        data-autofocus
        maxLength={maxNameLength}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="description"
        emptyIsNull
        label={t('common.label.description')}
        description={t('bookingTemplate.hint.description')}
        maxLength={maxTemplateDescription}
      />
      {me.reach === 'everything' && (
        <Switch
          label={t('bookingTemplate.label.shared')}
          description={t('bookingTemplate.hint.shared')}
          checked={draft.values.shared}
          onChange={(event) => draft.set('shared', event.currentTarget.checked)}
          error={fieldError(error, 'shared')}
        />
      )}
    </>
  );
}
