import { Skeleton, Stack } from '@mantine/core';
import { t } from '../../i18n/t.ts';

/** Placeholder while a page loads. It has the size of a page, so that the layout does not shift. */
export function PageLoading() {
  return (
    <Stack gap="md" role="status" aria-label={t('common.text.loading')}>
      <Skeleton height={28} width="30%" />
      <Skeleton height={120} />
      <Skeleton height={220} />
    </Stack>
  );
}
