import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listWebhooks } from '../../client/generated/sdk.gen.ts';
import type { ListWebhooksData, Webhook, WebhookWithSecret } from '../../client/generated/types.gen.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { countWithNoun } from '../labels/figures.ts';
import { SecretDialog } from '../ui/dialog/secret-dialog.tsx';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { useList } from '../ui/list/use-list.ts';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { webhookStatus } from './webhook-labels.ts';

type Sort = NonNullable<NonNullable<ListWebhooksData['query']>['sort']>;

/** Addresses of others that are told what happens. */
export function WebhookListPage() {
  const me = useMe();
  const navigate = useNavigate();
  const [made, setMade] = useState<{ readonly id: number; readonly name: string; readonly secret: string } | null>(
    null,
  );
  const { values, change, ...list } = useList({
    noun: 'webhooks',
    sort: 'name' as Sort,
    fetch: (query) => listWebhooks({ client, query }),
  });
  const keep = (webhook: Webhook | WebhookWithSecret) => {
    if (!('secret' in webhook) || webhook.secret === undefined) return;
    setMade({ id: webhook.id, name: webhook.name, secret: webhook.secret });
  };
  return (
    <Page
      title="Webhooks"
      lead="Addresses of your other systems that are told when campaigns, bookings and creatives change."
      actions={
        me.may('webhooks:write') && (
          <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
            New webhook
          </Button>
        )
      }
    >
      <AdministrationTabs />
      <ListTable
        caption="Webhooks"
        list={list}
        columns={columns}
        empty={
          <EmptyState icon="link" title="No webhook yet">
            A webhook gets a signed message for each event that it asks for, again and again until it arrives.
          </EmptyState>
        }
      />
      {values['item'] === 'new' && (
        <WebhookDrawer id={null} onCreated={keep} close={() => change({ item: undefined })} />
      )}
      {made !== null && (
        <SecretDialog
          title={`Secret of ${made.name}`}
          secret={{ label: 'Secret', text: made.secret }}
          close={() => {
            setMade(null);
            void navigate({ to: `/administration/webhooks/${made.id}` });
          }}
        />
      )}
    </Page>
  );
}

const columns: readonly TableColumn<Webhook>[] = [
  {
    key: 'name',
    title: 'Webhook',
    sort: 'name',
    render: ({ id, name }) => (
      <TextLink to={`/administration/webhooks/${id}`} fz="sm" fw={550}>
        {name}
      </TextLink>
    ),
  },
  { key: 'status', title: 'Status', render: (webhook) => <ToneBadge {...webhookStatus(webhook)} /> },
  { key: 'url', title: 'Address', render: ({ url }) => url },
  {
    key: 'events',
    title: 'Told of',
    render: ({ eventTypes }) =>
      eventTypes.includes('*') ? 'Everything' : countWithNoun(eventTypes.length, 'type', 'types'),
  },
  {
    key: 'updated',
    title: 'Changed',
    sort: 'updatedAt',
    nowrap: true,
    render: ({ updatedAt }) => <Instant at={updatedAt} />,
  },
];
