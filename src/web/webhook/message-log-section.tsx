import { Button, Group, Text } from '@mantine/core';
import { listWebhookDeliveries } from '../../client/generated/sdk.gen.ts';
import type { Webhook, WebhookDelivery } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { kindOfObjectLabel } from '../labels/kind-label.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { SelectFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Section } from '../ui/page/section.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { ReplayEventsButton } from './replay-button.tsx';
import { attemptText, webhookDeliveryStatus, webhookDeliveryStatuses } from './webhook-labels.ts';

/** The deliveries of a webhook, newest first. */
export function MessageLogSection({ webhook }: { readonly webhook: Webhook }) {
  const me = useMe();
  const { values, change, ...list } = useDeliveries(webhook.id);
  const chosen = numberOf(values['delivery'], 0);
  return (
    <Section
      title={t('webhook.title.deliveries')}
      lead={t('webhook.text.deliveriesLead')}
      actions={
        <Group gap="xs">
          <SelectFilter
            name="status"
            label={t('webhook.label.deliveryStatus')}
            any={t('webhook.label.anyStatus')}
            options={webhookDeliveryStatuses.map((value) => ({ value, label: t(`webhook.deliveryStatus.${value}`) }))}
            width={140}
            values={values}
            change={change}
          />
          <Button variant="default" leftSection={<Icon name="reload" />} onClick={list.refresh}>
            {t('webhook.action.refresh')}
          </Button>
          {me.may('webhooks:write') && webhook.archivedAt === null && <ReplayEventsButton webhook={webhook} />}
        </Group>
      }
    >
      <ListTable
        caption={t('webhook.title.deliveries')}
        list={list}
        columns={columnsOf((id) => change({ delivery: String(id), page: values['page'] }))}
        empty={
          <EmptyState icon="link" title={t('webhook.title.noDeliveries')}>
            {t('webhook.text.noDeliveries')}
          </EmptyState>
        }
      />
      {chosen > 0 && (
        <DeliveryDrawer
          webhookId={webhook.id}
          id={chosen}
          close={() => change({ delivery: undefined, page: values['page'] })}
        />
      )}
    </Section>
  );
}

function useDeliveries(id: number) {
  return useList({
    noun: 'webhooks',
    sort: '',
    filtersOf: ({ status }) => ({
      id,
      ...(status === undefined ? {} : { status: status as WebhookDelivery['status'] }),
    }),
    fetch: ({ search: _, sort: __, id: webhookId, ...query }) =>
      listWebhookDeliveries({ client, path: { id: webhookId }, query }),
  });
}

function columnsOf(open: (id: number) => void): readonly TableColumn<WebhookDelivery>[] {
  return [
    {
      key: 'event',
      title: t('webhook.label.event'),
      render: ({ id, event }) => <NameButton name={event.type} onOpen={() => open(id)} />,
    },
    {
      key: 'object',
      title: t('webhook.label.object'),
      render: ({ event }) =>
        t('webhook.text.object', { type: kindOfObjectLabel(event.data.kind), id: String(event.data.id) }),
    },
    {
      key: 'status',
      title: t('common.label.status'),
      render: ({ status }) => <ToneBadge {...webhookDeliveryStatus(status)} />,
    },
    { key: 'at', title: t('webhook.label.time'), nowrap: true, render: ({ createdAt }) => <Instant at={createdAt} /> },
    { key: 'last', title: t('webhook.label.lastAttempt'), render: (delivery) => <LastAttempt delivery={delivery} /> },
  ];
}

function LastAttempt({ delivery }: { readonly delivery: WebhookDelivery }) {
  const [last] = delivery.attempts;
  return <Text inherit>{last === undefined ? t('webhook.text.noAttempts') : attemptText(last)}</Text>;
}
