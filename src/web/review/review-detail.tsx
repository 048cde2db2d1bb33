import { Button, Group, Paper, Text, Title, Tooltip } from '@mantine/core';
import { Icon } from '../ui/display/icon.tsx';
import { TextLink } from '../ui/page/link.tsx';
import type { ReviewItem } from './review-queue.ts';
import { ReviewedBooking } from './reviewed-booking.tsx';
import { ReviewedCreative } from './reviewed-creative.tsx';
import type { ReviewDecision } from './use-decision.ts';

/** One item, all that a decision needs, and the decision. */
export function ReviewDetail({ item, decision }: { readonly item: ReviewItem; readonly decision: ReviewDecision }) {
  const { name, id } = item.object;
  const path = item.kind === 'booking' ? `/bookings/${id}` : `/creatives/${id}`;
  return (
    <Paper component="section" aria-label={name}>
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <div>
          <Title order={2}>{name}</Title>
          <TextLink to={path} fz="sm">
            Open its page
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
            Reject
          </Button>
          <Tooltip label={decision.obstacle} disabled={decision.obstacle === null}>
            <Button
              leftSection={<Icon name="check" />}
              loading={decision.isBusy}
              data-disabled={decision.obstacle !== null || undefined}
              aria-disabled={decision.obstacle !== null}
              aria-keyshortcuts="a"
              onClick={decision.approve}
            >
              Approve
            </Button>
          </Tooltip>
        </Group>
      </Group>
      {decision.obstacle !== null && (
        <Text fz="sm" c="var(--placard-bad)" mb="sm" role="status">
          It cannot be approved as it is. Reject it and say what to change.
        </Text>
      )}
      {item.kind === 'booking' ? (
        <ReviewedBooking booking={item.object} />
      ) : (
        <ReviewedCreative creative={item.object} />
      )}
    </Paper>
  );
}
