import { Anchor, List, Paper, Text, Title } from '@mantine/core';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { type BookingValues, isForDraft, type MissingField, missingFieldsOf } from './model/booking-values.ts';
import { focusField, missingFieldName } from './sections/requested-field.tsx';

/** Fields that a booking requires to deliver. Renders nothing for a complete booking that is submitted. */
export function MissingFieldList({
  values,
  isSubmitted = false,
}: {
  readonly values: BookingValues;
  readonly isSubmitted?: boolean;
}) {
  const missing = missingFieldsOf(values);
  if (missing.length === 0 && isSubmitted) return null;
  return (
    <Paper component="section" aria-label={t('booking.title.setup')} aria-live="polite">
      <Title order={2} mb={4}>
        {t(missing.length === 0 ? 'booking.title.complete' : 'booking.title.missing')}
      </Title>
      {missing.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {t('booking.text.complete')}
        </Text>
      ) : (
        <>
          <FieldGroup title={t('booking.title.forDraft')} fields={missing.filter((field) => isForDraft(field))} />
          <FieldGroup title={t('booking.title.forSubmission')} fields={missing.filter((field) => !isForDraft(field))} />
        </>
      )}
    </Paper>
  );
}

function FieldGroup({ title, fields }: { readonly title: string; readonly fields: readonly MissingField[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      <Text fz="xs" c="dimmed" mt={4}>
        {title}
      </Text>
      <List fz="sm" spacing={2} center icon={<Icon name="attention" />}>
        {fields.map((field) => (
          <List.Item key={field}>
            <Anchor component="button" type="button" fz="sm" onClick={() => focusField(missingFieldName[field])}>
              {t(`booking.missingField.${field}`)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </>
  );
}
