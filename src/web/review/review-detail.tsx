import { Button, Group, Paper, Text, Title, Tooltip } from '@mantine/core';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { TextLink } from '../ui/page/link.tsx';
import type { ReviewItem } from './review-queue.ts';
import { ReviewedBooking } from './reviewed-booking.tsx';
import { ReviewedCreative } from './reviewed-creative.tsx';
import type { ReviewDecision } from './use-decision.ts';

/** An item with the information for a decision, and the buttons. */
export function ReviewDetail({ item, decision }: { readonly item: ReviewItem; readonly decision: ReviewDecision }) {
  const { name, id } = item.object;
  const path = item.kind === 'booking' ? `/bookings/${id}` : `/creatives/${id}`;
  return (
    <Paper component="section" aria-label={name}>
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <div>
          <Title order={2}>{name}</Title>
          <TextLink to={path} fz="sm">
            {t(item.kind === 'booking' ? 'review.action.openBooking' : 'review.action.openCreative')}
          </TextLink>
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<Icon name="close" />}
            disabled={decision.isBusy}
            aria-keyshortcuts="r"
            onClick={decision.reject}
          >
            {t('review.action.reject')}
          </Button>
          <Tooltip label={decision.blocker} disabled={decision.blocker === null}>
            <Button
              leftSection={<Icon name="check" />}
              loading={decision.isBusy}
              data-disabled={decision.blocker !== null || undefined}
              aria-disabled={decision.blocker !== null}
              aria-keyshortcuts="a"
              onClick={decision.approve}
            >
              {t('review.action.approve')}
            </Button>
          </Tooltip>
        </Group>
      </Group>
      {decision.blocker !== null && (
        <Text fz="sm" c="var(--placard-bad)" mb="sm" role="status">
          {t('review.text.cannotApprove')}
        </Text>
      )}
      {item.kind === 'booking' ? (
        <ReviewedBooking booking={item.object} purchase={item.purchase} />
      ) : (
        <ReviewedCreative creative={item.object} />
      )}
    </Paper>
  );
}
