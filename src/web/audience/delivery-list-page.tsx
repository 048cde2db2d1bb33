import { Button, Group } from '@mantine/core';
import { listSegmentDeliveries } from '../../client/generated/sdk.gen.ts';
import type { SegmentDelivery } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { countText } from '../labels/figures.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ReferenceFilter, SelectFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { segmentDeliveryStatusLabels } from './audience-labels.ts';
import { AudienceTabs } from './audience-tabs.tsx';
import { DeliveryReport } from './delivery-report.tsx';
import { connectionChoices } from './segment-resource.ts';

const statuses = Object.entries(segmentDeliveryStatusLabels).map(([value, { text }]) => ({ value, label: text }));

/** What data platforms have delivered, newest first, and what came of it. */
export function DeliveryListPage() {
  const me = useMe();
  const { values, change, ...list } = useDeliveries();
  const chosen = numberOf(values['delivery'], 0);
  return (
    <Page title="Deliveries" lead="Each is taken as a whole or not at all; a report names its wrong rows.">
      <AudienceTabs />
      <Group gap="xs" mb="sm">
        {me.may('destination-connections:read') && (
          <ReferenceFilter
            name="connection"
            label="Connection"
            source={connectionChoices}
            width={200}
            values={values}
            change={change}
          />
        )}
        <SelectFilter
          name="status"
          label="What became of it"
          any="All"
          options={statuses}
          width={140}
          values={values}
          change={change}
        />
        <Button variant="default" leftSection={<Icon name="reload" />} onClick={list.again}>
          Refresh
        </Button>
      </Group>
      <ListTable
        caption="Deliveries"
        list={list}
        columns={columnsOf((id) => change({ delivery: String(id), page: values['page'] }))}
        empty={
          <EmptyState icon="download" title="Nothing was delivered yet">
            New folders of a connection are looked for every twenty seconds.
          </EmptyState>
        }
      />
      {chosen > 0 && <DeliveryReport id={chosen} close={() => change({ delivery: undefined, page: values['page'] })} />}
    </Page>
  );
}

function useDeliveries() {
  return useList({
    noun: 'segments',
    sort: '',
    filtersOf: ({ status, connection }) => ({
      ...(status === undefined ? {} : { status: status as SegmentDelivery['status'] }),
      ...(connection === undefined ? {} : { connectionId: numberOf(connection, 0) }),
    }),
    fetch: ({ search: _, sort: __, ...query }) => listSegmentDeliveries({ client, query }),
  });
}

function columnsOf(open: (id: number) => void): readonly TableColumn<SegmentDelivery>[] {
  return [
    {
      key: 'folder',
      title: 'Delivery',
      render: ({ id, folder }) => <NameButton name={folder === '' ? '(top folder)' : folder} onOpen={() => open(id)} />,
    },
    { key: 'status', title: 'Status', render: ({ status }) => <ToneBadge {...segmentDeliveryStatusLabels[status]} /> },
    { key: 'kind', title: 'Kind', render: ({ kind }) => kind ?? 'unknown' },
    { key: 'rows', title: 'Rows', align: 'end', render: ({ rows }) => countText(rows) },
    { key: 'bad', title: 'Wrong', align: 'end', render: ({ badRows }) => countText(badRows) },
    { key: 'at', title: 'Read', nowrap: true, render: ({ startedAt }) => <Instant at={startedAt} /> },
  ];
}
