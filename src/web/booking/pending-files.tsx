import { Alert } from '@mantine/core';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';

/** Names the selected files that are not uploaded. Renders nothing without such files. */
export function PendingFiles({ files }: { readonly files: readonly string[] }) {
  if (files.length === 0) return null;
  return (
    <Alert color="orange" variant="light" icon={<Icon name="attention" />} title={t('booking.title.notUploaded')}>
      {t('booking.text.notUploaded', { files: files.join(', ') })}
    </Alert>
  );
}
