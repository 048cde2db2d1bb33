import { Button, Group } from '@mantine/core';
import { listSegmentDeliveries } from '../../client/generated/sdk.gen.ts';
import type { SegmentDelivery } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
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
import { deliveryStatusBadge, deliveryStatusOptions } from './audience-labels.ts';
import { AudienceTabs } from './audience-tabs.tsx';
import { DeliveryReport } from './delivery-report.tsx';
import { connectionChoices } from './segment-resource.ts';

/** Deliveries of data platforms, newest first, with their import status. */
export function DeliveryListPage() {
  const me = useMe();
  const { values, change, ...list } = useDeliveries();
  const selected = numberOf(values['delivery'], 0);
  return (
    <Page title={t('audience.label.deliveries')} lead={t('audience.hint.deliveries')}>
      <AudienceTabs />
      <Group gap="xs" mb="sm">
        {me.may('destination-connections:read') && (
          <ReferenceFilter
            name="connection"
            label={t('audience.label.connection')}
            source={connectionChoices}
            width={200}
            values={values}
            change={change}
          />
        )}
        <SelectFilter
          name="status"
          label={t('common.label.status')}
          any={t('audience.label.anyStatus')}
          options={deliveryStatusOptions()}
          width={140}
          values={values}
          change={change}
        />
        <Button variant="default" leftSection={<Icon name="reload" />} onClick={list.refresh}>
          {t('audience.action.refresh')}
        </Button>
      </Group>
      <ListTable
        caption={t('audience.label.deliveries')}
        list={list}
        columns={columnsOf((id) => change({ delivery: String(id), page: values['page'] }))}
        empty={
          <EmptyState icon="download" title={t('audience.title.noDeliveries')}>
            {t('audience.text.noDeliveries')}
          </EmptyState>
        }
      />
      {selected > 0 && (
        <DeliveryReport id={selected} close={() => change({ delivery: undefined, page: values['page'] })} />
      )}
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
      title: t('audience.label.delivery'),
      render: ({ id, folder }) => <NameButton name={folder || t('audience.label.topFolder')} onOpen={() => open(id)} />,
    },
    {
      key: 'status',
      title: t('common.label.status'),
      render: ({ status }) => <ToneBadge {...deliveryStatusBadge(status)} />,
    },
    {
      key: 'kind',
      title: t('audience.label.kind'),
      render: ({ kind }) => (kind === null ? t('common.label.unknown') : t(`audience.deliveryKind.${kind}`)),
    },
    { key: 'rows', title: t('audience.label.rows'), align: 'end', render: ({ rows }) => countText(rows) },
    { key: 'bad', title: t('audience.label.invalidRows'), align: 'end', render: ({ badRows }) => countText(badRows) },
    {
      key: 'at',
      title: t('audience.label.importedAt'),
      nowrap: true,
      render: ({ startedAt }) => <Instant at={startedAt} />,
    },
  ];
}
