import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import { Icon } from '../display/icon.tsx';

/** States that the fields of a form were prepared by a link and are not saved. The content lists the changes. */
export function PreparedNotice({ children }: { readonly children?: ReactNode }) {
  return (
    <Alert color="yellow" role="status" mb="md" icon={<Icon name="attention" />}>
      {t('common.text.preparedDraft')}
      {children}
    </Alert>
  );
}
