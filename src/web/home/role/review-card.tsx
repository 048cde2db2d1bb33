import { Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/t.ts';
import { ButtonLink } from '../../ui/page/link.tsx';
import { bookingsPendingReview, creativesPendingReview } from '../attention.ts';

/** The size of the review queue, for reviewers. */
export function ReviewCard() {
  const bookings = useQuery(bookingsPendingReview()).data?.total;
  const creatives = useQuery(creativesPendingReview()).data?.total;
  return (
    <Paper mb="md" component="section" aria-label={t('shell.title.review')}>
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2}>{t('shell.title.review')}</Title>
          {bookings !== undefined && creatives !== undefined && (
            <Text fz="sm" c="dimmed">
              {t('shell.text.pendingReview', { bookings, creatives })}
            </Text>
          )}
        </div>
        <ButtonLink to="/review" variant={bookings === 0 && creatives === 0 ? 'default' : 'filled'}>
          {t('shell.action.openReview')}
        </ButtonLink>
      </Group>
    </Paper>
  );
}
