import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listWebhooks } from '../../client/generated/sdk.gen.ts';
import type { ListWebhooksData, Webhook, WebhookWithSecret } from '../../client/generated/types.gen.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { SecretDialog } from '../ui/dialog/secret-dialog.tsx';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { useList } from '../ui/list/use-list.ts';
import { CellLink } from '../ui/page/cell-link.tsx';
import { Page } from '../ui/page/page.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { webhookStatus } from './webhook-labels.ts';

type Sort = NonNullable<NonNullable<ListWebhooksData['query']>['sort']>;

/** The list of webhooks. */
export function WebhookListPage() {
  const me = useMe();
  const navigate = useNavigate();
  const [created, setCreated] = useState<{
    readonly id: number;
    readonly name: string;
    readonly secret: string;
  } | null>(null);
  const { values, change, ...list } = useList({
    noun: 'webhooks',
    sort: 'name' as Sort,
    fetch: (query) => listWebhooks({ client, query }),
  });
  const keep = (webhook: Webhook | WebhookWithSecret) => {
    if (!('secret' in webhook) || webhook.secret === undefined) return;
    setCreated({ id: webhook.id, name: webhook.name, secret: webhook.secret });
  };
  const add = me.may('webhooks:write') && (
    <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
      {t('webhook.action.new')}
    </Button>
  );
  return (
    <Page title={t('webhook.title.list')} lead={t('webhook.text.lead')} actions={!list.isEmpty && add}>
      <AdministrationTabs />
      <ListTable
        caption={t('webhook.title.list')}
        list={list}
        columns={columnsOf()}
        empty={
          <EmptyState icon="link" title={t('webhook.title.none')} action={list.isEmpty && add}>
            {t('webhook.text.none')}
          </EmptyState>
        }
      />
      {values['item'] === 'new' && (
        <WebhookDrawer id={null} onCreated={keep} close={() => change({ item: undefined })} />
      )}
      {created !== null && (
        <SecretDialog
          title={t('webhook.title.secret', { name: created.name })}
          secret={{ label: t('webhook.label.secret'), text: created.secret }}
          close={() => {
            setCreated(null);
            void navigate({ to: `/administration/webhooks/${created.id}` });
          }}
        />
      )}
    </Page>
  );
}

const columnsOf = (): readonly TableColumn<Webhook>[] => [
  {
    key: 'name',
    title: t('webhook.label.webhook'),
    sort: 'name',
    render: ({ id, name }) => (
      <CellLink to={`/administration/webhooks/${id}`} isStrong>
        {name}
      </CellLink>
    ),
  },
  { key: 'status', title: t('common.label.status'), render: (webhook) => <ToneBadge {...webhookStatus(webhook)} /> },
  { key: 'url', title: t('webhook.label.address'), render: ({ url }) => url },
  {
    key: 'events',
    title: t('webhook.label.events'),
    render: ({ eventTypes }) =>
      eventTypes.includes('*')
        ? t('webhook.label.allEvents')
        : t('webhook.text.eventTypes', { count: eventTypes.length }),
  },
  {
    key: 'updated',
    title: t('common.label.updated'),
    sort: 'updatedAt',
    nowrap: true,
    render: ({ updatedAt }) => <Instant at={updatedAt} />,
  },
];
