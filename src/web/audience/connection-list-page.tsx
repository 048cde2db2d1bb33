import { Button } from '@mantine/core';
import { listDestinationConnections } from '../../client/generated/sdk.gen.ts';
import type { DestinationConnection, ListDestinationConnectionsData } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
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
import { connectionStatus, connectionTargetText } from './audience-labels.ts';
import { AudienceTabs } from './audience-tabs.tsx';
import { ConnectionDrawer } from './connection-drawer.tsx';

type Sort = NonNullable<NonNullable<ListDestinationConnectionsData['query']>['sort']>;

/** Where data platforms put the files of their audiences. */
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
      New connection
    </Button>
  );
  return (
    <Page
      title="Destination connections"
      lead="A bucket or folder into which a data platform exports who is in which segment."
      actions={add}
    >
      <AudienceTabs />
      <ListTable
        caption="Destination connections"
        list={list}
        columns={columnsOf((id) => change({ item: String(id) }))}
        empty={
          <EmptyState icon="link" title="No connection yet">
            A data platform writes CSV or JSON Lines into a bucket or folder, and a manifest when all files are there.
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
      title: 'Connection',
      sort: 'name',
      render: ({ id, name }) => <NameButton name={name} onOpen={() => open(id)} />,
    },
    { key: 'place', title: 'Place', render: connectionTargetText },
    { key: 'standing', title: 'Standing', render: (connection) => <ToneBadge {...connectionStatus(connection)} /> },
    {
      key: 'checked',
      title: 'Looked at',
      nowrap: true,
      render: ({ checkedAt }) => (checkedAt === null ? 'Not yet' : <Instant at={checkedAt} />),
    },
  ];
}
