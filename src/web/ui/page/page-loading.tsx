import { Group, Paper, Skeleton, Stack } from '@mantine/core';
import { t } from '../../i18n/t.ts';

const filters = [220, 180, 150, 140];
const rows = [1, 2, 3, 4, 5, 6, 7, 8];

/** Placeholder while a page loads: title, filters and rows of a list, so that the layout shifts little. */
export function PageLoading() {
  return (
    <Stack gap="md" role="status" aria-label={t('common.text.loading')}>
      <Group justify="space-between" wrap="nowrap">
        <Skeleton height={32} width="30%" />
        <Skeleton height={36} width={120} />
      </Group>
      <Group gap="xs" wrap="nowrap" visibleFrom="sm">
        {filters.map((width) => (
          <Skeleton key={width} height={36} width={width} />
        ))}
      </Group>
      <Paper>
        <Stack gap="md">
          {rows.map((row) => (
            <Skeleton key={row} height={22} />
          ))}
        </Stack>
      </Paper>
    </Stack>
  );
}
