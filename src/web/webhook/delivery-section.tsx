import { Button, Group, Text } from '@mantine/core';
import { listWebhookDeliveries } from '../../client/generated/sdk.gen.ts';
import type { Webhook, WebhookDelivery } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
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
import { webhookDeliveryStatusLabels } from './webhook-labels.ts';

const statuses = Object.entries(webhookDeliveryStatusLabels).map(([value, { text }]) => ({ value, label: text }));

/** What a webhook was told, newest first, and what came of it. */
export function MessageLogSection({ webhook }: { readonly webhook: Webhook }) {
  const me = useMe();
  const { values, change, ...list } = useDeliveries(webhook.id);
  const chosen = numberOf(values['delivery'], 0);
  return (
    <Section
      title="Deliveries"
      lead="Each event is tried again for a while until the address answers 2xx."
      actions={
        <Group gap="xs">
          <SelectFilter
            name="status"
            label="How far they are"
            any="All"
            options={statuses}
            width={140}
            values={values}
            change={change}
          />
          <Button variant="default" leftSection={<Icon name="reload" />} onClick={list.again}>
            Refresh
          </Button>
          {me.may('webhooks:write') && webhook.archivedAt === null && <ReplayEventsButton webhook={webhook} />}
        </Group>
      }
    >
      <ListTable
        caption="Deliveries"
        list={list}
        columns={columnsOf((id) => change({ delivery: String(id), page: values['page'] }))}
        empty={
          <EmptyState icon="link" title="Nothing was sent yet">
            Send a test, or wait until something happens that it is told of.
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
      title: 'Event',
      render: ({ id, event }) => <NameButton name={event.type} onOpen={() => open(id)} />,
    },
    {
      key: 'object',
      title: 'Object',
      render: ({ event }) => `${event.data.kind} ${event.data.id}`,
    },
    { key: 'status', title: 'Status', render: ({ status }) => <ToneBadge {...webhookDeliveryStatusLabels[status]} /> },
    { key: 'at', title: 'When', nowrap: true, render: ({ createdAt }) => <Instant at={createdAt} /> },
    { key: 'last', title: 'Last attempt', render: (delivery) => <LastAttempt delivery={delivery} /> },
  ];
}

function LastAttempt({ delivery }: { readonly delivery: WebhookDelivery }) {
  const [last] = delivery.attempts;
  if (last === undefined) return <Text inherit>None yet</Text>;
  return (
    <Text inherit>
      {last.status === null ? (last.error ?? 'No answer') : `Answered ${last.status}`} in {last.latencyMs} ms
    </Text>
  );
}
