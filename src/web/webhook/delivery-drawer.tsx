import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { getWebhookDelivery, replayWebhookDelivery } from '../../client/generated/sdk.gen.ts';
import type { WebhookDelivery } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { QueryDrawer } from '../ui/dialog/query-drawer.tsx';
import { ToneBadge } from '../ui/display/badges.tsx';
import { CodeLines } from '../ui/display/code-text.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { attemptText, webhookDeliveryStatus } from './webhook-labels.ts';

/** One delivery: the payload and the attempts. */
export function DeliveryDrawer(props: { readonly webhookId: number; readonly id: number; readonly close: () => void }) {
  const path = { id: props.webhookId, deliveryId: props.id };
  return (
    <QueryDrawer
      query={{
        queryKey: ['webhooks', 'delivery', path],
        queryFn: () => dataOf(getWebhookDelivery({ client, path })),
      }}
      title={(delivery) => delivery?.event.type ?? t('webhook.title.delivery')}
      width={560}
      close={props.close}
    >
      {(delivery) => <DeliveryDetails delivery={delivery} path={path} />}
    </QueryDrawer>
  );
}

function DeliveryDetails({
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
    done: () => t('webhook.text.resent'),
  });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <ToneBadge {...webhookDeliveryStatus(delivery.status)} />
        {me.may('webhooks:write') && (
          <Button variant="default" size="xs" loading={replay.isPending} onClick={() => replay.mutate(undefined)}>
            {t('webhook.action.resend')}
          </Button>
        )}
      </Group>
      {delivery.nextAttemptAt !== null && (
        <Text fz="sm">
          <RichText id="webhook.text.nextAttempt" values={{ time: <Instant at={delivery.nextAttemptAt} /> }} />
        </Text>
      )}
      <Box>
        <Title order={3} mb={6}>
          {t('webhook.title.payload')}
        </Title>
        <CodeLines
          text={JSON.stringify(delivery.event, null, 2)}
          label={t('common.action.copyValue', { label: t('webhook.label.payload') })}
        />
      </Box>
      <Box>
        <Title order={3} mb={6}>
          {t('webhook.title.attempts')}
        </Title>
        {delivery.attempts.length === 0 && (
          <Text fz="sm" c="dimmed">
            {t('webhook.text.noAttempts')}
          </Text>
        )}
        <Stack gap="xs">
          {delivery.attempts.map((attempt) => (
            <Box key={attempt.at}>
              <Text fz="sm">
                <RichText
                  id="webhook.text.attempt"
                  values={{ time: <Instant at={attempt.at} />, result: attemptText(attempt) }}
                />
              </Text>
              {attempt.answer !== null && attempt.answer !== '' && (
                <CodeLines
                  text={attempt.answer}
                  label={t('common.action.copyValue', { label: t('webhook.label.response') })}
                />
              )}
            </Box>
          ))}
        </Stack>
      </Box>
    </Stack>
  );
}
