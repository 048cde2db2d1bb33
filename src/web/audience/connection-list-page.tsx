import { Button } from '@mantine/core';
import { listDestinationConnections } from '../../client/generated/sdk.gen.ts';
import type { DestinationConnection, ListDestinationConnectionsData } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { connectionStatusBadge, connectionTargetText } from './audience-labels.ts';
import { AudienceTabs } from './audience-tabs.tsx';
import { ConnectionDrawer } from './connection-drawer.tsx';

type Sort = NonNullable<NonNullable<ListDestinationConnectionsData['query']>['sort']>;

/** List of destination connections. */
export function ConnectionListPage() {
  const me = useMe();
  const { values, change, ...list } = useList({
    noun: 'destination-connections',
    sort: 'name' as Sort,
    fetch: (query) => listDestinationConnections({ client, query }),
  });
  const item = values['item'];
  const add = me.may('destination-connections:write') && (
    <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
      {t('audience.action.newConnection')}
    </Button>
  );
  return (
    <Page title={t('audience.label.connections')} lead={t('audience.hint.connections')} actions={!list.isEmpty && add}>
      <AudienceTabs />
      <ListTable
        caption={t('audience.label.connections')}
        list={list}
        columns={columnsOf((id) => change({ item: String(id) }))}
        empty={
          <EmptyState icon="link" title={t('audience.title.noConnections')} action={list.isEmpty && add}>
            {t('audience.text.noConnections')}
          </EmptyState>
        }
      />
      {item !== undefined && (
        <ConnectionDrawer
          key={item}
          id={item === 'new' ? null : numberOf(item, 0)}
          onCreated={({ id }) => change({ item: String(id) })}
          close={() => change({ item: undefined })}
        />
      )}
    </Page>
  );
}

function columnsOf(open: (id: number) => void): readonly TableColumn<DestinationConnection>[] {
  return [
    {
      key: 'name',
      title: t('audience.label.connection'),
      sort: 'name',
      render: ({ id, name }) => <NameButton name={name} onOpen={() => open(id)} />,
    },
    { key: 'destination', title: t('audience.label.destination'), render: connectionTargetText },
    {
      key: 'status',
      title: t('common.label.status'),
      render: (connection) => <ToneBadge {...connectionStatusBadge(connection)} />,
    },
    {
      key: 'checked',
      title: t('audience.label.lastCheck'),
      nowrap: true,
      render: ({ checkedAt }) => (checkedAt === null ? t('audience.label.never') : <Instant at={checkedAt} />),
    },
  ];
}
