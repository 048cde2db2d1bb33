import { Group, Title } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listBookings } from '../../client/generated/sdk.gen.ts';
import type { Booking } from '../../client/generated/types.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { bookedInventoryText } from '../labels/booking-labels.ts';
import { countText, shareText } from '../labels/figures.ts';
import { StatusBadges } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { OptionalColumn } from '../ui/list/column-choice.ts';
import { ColumnMenu } from '../ui/list/column-menu.tsx';
import { gridLayout } from '../ui/list/data-grid.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { useColumnChoice } from '../ui/list/use-columns.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { CellLink } from '../ui/page/cell-link.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { dayColumns } from '../ui/time/day-columns.ts';

const maxBookings = 500;

function columnsOf(): readonly OptionalColumn<Booking>[] {
  return [
    {
      key: 'name',
      width: 254,
      title: t('campaign.label.booking'),
      render: ({ id, name }) => (
        <CellLink to={`/bookings/${id}`} isStrong>
          {name}
        </CellLink>
      ),
    },
    {
      key: 'status',
      phone: 'mark',
      width: 210,
      title: t('campaign.label.status'),
      nowrap: true,
      render: (row) => <StatusBadges {...row} />,
    },
    ...dayColumns(),
    { key: 'where', phone: 'value', width: 170, title: t('campaign.label.inventory'), render: bookedInventoryText },
    {
      key: 'priority',
      phone: 'hidden',
      width: 72,
      title: t('campaign.label.priority'),
      align: 'end',
      render: ({ priority }) => priority,
    },
    {
      key: 'method',
      phone: 'hidden',
      isHidden: true,
      width: 126,
      title: t('campaign.label.deliveryMethod'),
      render: ({ delivery }) => t(`labels.deliveryMethod.${delivery.method}`),
    },
    {
      key: 'delivered',
      phone: 'figure',
      width: 104,
      title: t('labels.counter.impressions'),
      align: 'end',
      render: ({ delivered }) => countText(delivered.impressions),
    },
    {
      key: 'progress',
      phone: 'figure',
      width: 74,
      title: t('campaign.label.goal'),
      align: 'end',
      render: ({ progress }) => (progress === null ? null : shareText(progress.deliveredPercent / 100)),
    },
    {
      key: 'creatives',
      phone: 'figure',
      width: 90,
      title: t('campaign.label.creatives'),
      align: 'end',
      render: ({ creatives }) => creatives.length,
    },
  ];
}

/** The bookings of a campaign, by name. */
export function campaignBookingsQuery(campaignId: number) {
  const query = { campaignId: [campaignId], limit: maxBookings, sort: 'name' as const };
  return queryOptions({
    queryKey: ['bookings', 'list', query],
    queryFn: () => listDataOf(listBookings({ client, query })),
  });
}

/** The bookings of a campaign, with a choice of columns and a button to add one. */
export function CampaignBookings({ campaignId }: { readonly campaignId: number }) {
  const me = useMe();
  const all = useMemo(columnsOf, []);
  const choice = useColumnChoice<Booking>('campaign-bookings', all);
  const { data, error, refetch } = useQuery({
    ...campaignBookingsQuery(campaignId),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <ProblemAlert error={error} retry={() => void refetch()} />;
  const add = me.may('bookings:write') && (
    <ButtonLink to="/bookings/new" search={{ campaign: String(campaignId) }} leftSection={<Icon name="add" />}>
      {t('campaign.action.addBooking')}
    </ButtonLink>
  );
  return (
    <>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={2}>{t('campaign.title.bookings')}</Title>
        <Group gap="xs">
          <ColumnMenu all={all} choice={choice} />
          {data !== undefined && data.rows.length > 0 && add}
        </Group>
      </Group>
      <DataTable
        caption={t('campaign.title.bookings')}
        columns={choice.columns}
        grid={gridLayout(choice.resize)}
        rows={data?.rows}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="campaign" title={t('campaign.title.noBookings')} action={add}>
            {t('campaign.text.noBookings')}
          </EmptyState>
        }
      />
    </>
  );
}
