import { Box, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getWebhookDelivery, replayWebhookDelivery } from '../../client/generated/sdk.gen.ts';
import type { WebhookDelivery } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useChange } from '../ui/action/use-change.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { CodeLines } from '../ui/display/code-text.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { webhookDeliveryStatusLabels } from './webhook-labels.ts';

/** One event for one webhook: what was sent, and each attempt. */
export function DeliveryDrawer(props: { readonly webhookId: number; readonly id: number; readonly close: () => void }) {
  useFocusBack();
  const path = { id: props.webhookId, deliveryId: props.id };
  const { data, error } = useQuery({
    queryKey: ['webhooks', 'delivery', path],
    queryFn: () => dataOf(getWebhookDelivery({ client, path })),
  });
  return (
    <Drawer
      opened
      onClose={props.close}
      position="right"
      size={560}
      title={
        <Text component="span" fw={650} fz="lg">
          {data?.event.type ?? 'Delivery'}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error !== null && <ProblemAlert error={error} />}
      {data !== undefined && <Shown delivery={data} path={path} />}
    </Drawer>
  );
}

function Shown({
  delivery,
  path,
}: {
  readonly delivery: WebhookDelivery;
  readonly path: { readonly id: number; readonly deliveryId: number };
}) {
  const me = useMe();
  const replay = useChange({
    nouns: ['webhooks'],
    change: () => dataOf(replayWebhookDelivery({ client, path })),
    done: 'It is sent again.',
  });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <ToneBadge {...webhookDeliveryStatusLabels[delivery.status]} />
        {me.may('webhooks:write') && (
          <Button variant="default" size="xs" loading={replay.isPending} onClick={() => replay.mutate(undefined)}>
            Send again
          </Button>
        )}
      </Group>
      {delivery.nextAttemptAt !== null && (
        <Text fz="sm">
          Tried next <Instant at={delivery.nextAttemptAt} />
        </Text>
      )}
      <Box>
        <Title order={3} mb={6}>
          Message
        </Title>
        <CodeLines text={JSON.stringify(delivery.event, null, 2)} label="Copy the message" />
      </Box>
      <Box>
        <Title order={3} mb={6}>
          Attempts
        </Title>
        {delivery.attempts.length === 0 && (
          <Text fz="sm" c="dimmed">
            None yet.
          </Text>
        )}
        <Stack gap="xs">
          {delivery.attempts.map(({ at, status, error, answer, latencyMs }) => (
            <Box key={at}>
              <Text fz="sm">
                <Instant at={at} />: {status === null ? (error ?? 'no answer') : `answered ${status}`} in {latencyMs} ms
              </Text>
              {answer !== null && answer !== '' && <CodeLines text={answer} label="Copy the answer" />}
            </Box>
          ))}
        </Stack>
      </Box>
    </Stack>
  );
}
