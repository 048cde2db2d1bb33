import { Button, Text } from '@mantine/core';
import { listSegments } from '../../client/generated/sdk.gen.ts';
import type { ListSegmentsData, Segment } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { countText } from '../labels/figures.ts';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { AudienceTabs } from './audience-tabs.tsx';
import { SegmentDrawer } from './segment-drawer.tsx';

type Sort = NonNullable<NonNullable<ListSegmentsData['query']>['sort']>;

/** Groups of viewers that bookings target, how many are in each, and how fresh that is. */
export function SegmentListPage() {
  const me = useMe();
  const { values, change, ...list } = useList({
    noun: 'segments',
    sort: 'name' as Sort,
    fetch: (query) => listSegments({ client, query }),
  });
  const item = values['item'];
  const add = me.may('segments:write') && (
    <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
      New segment
    </Button>
  );
  return (
    <Page
      title="Audiences"
      lead="Segments of viewers that bookings target. They are used with consent only, and on your own pages."
      actions={add}
    >
      <AudienceTabs />
      <ListTable
        caption="Segments"
        list={list}
        columns={columnsOf((id) => change({ item: String(id) }))}
        empty={
          <EmptyState icon="person" title="No segment yet">
            They come with the files of a data platform, or with attributes that your back ends send. A destination
            connection says where the files are.
          </EmptyState>
        }
      />
      {item !== undefined && (
        <SegmentDrawer
          key={item}
          id={item === 'new' ? null : numberOf(item, 0)}
          onCreated={({ id }) => change({ item: String(id) })}
          close={() => change({ item: undefined })}
        />
      )}
    </Page>
  );
}

function columnsOf(open: (id: number) => void): readonly TableColumn<Segment>[] {
  return [
    {
      key: 'name',
      title: 'Segment',
      sort: 'name',
      render: ({ id, name }) => <NameButton name={name} onOpen={() => open(id)} />,
    },
    { key: 'code', title: 'Code', render: ({ code }) => code },
    { key: 'size', title: 'Members', align: 'end', sort: 'size', render: ({ size }) => countText(size) },
    {
      key: 'fresh',
      title: 'Fresh',
      nowrap: true,
      render: ({ freshAt }) => (freshAt === null ? <Text inherit>Never filled</Text> : <Instant at={freshAt} />),
    },
    {
      key: 'source',
      title: 'From',
      render: ({ source }) => (source === null ? 'Back ends' : `Connection ${source}`),
    },
  ];
}
