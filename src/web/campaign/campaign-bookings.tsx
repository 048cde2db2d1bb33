import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listBookings } from '../../client/generated/sdk.gen.ts';
import type { Booking } from '../../client/generated/types.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { bookedInventoryText } from '../labels/booking-labels.ts';
import { countText } from '../labels/figures.ts';
import { StatusBadges } from '../ui/display/badges.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { ButtonLink, TextLink } from '../ui/page/link.tsx';
import { dayColumns } from '../ui/time/day-columns.ts';

const most = 500;

const columns: readonly TableColumn<Booking>[] = [
  {
    key: 'name',
    title: 'Booking',
    render: ({ id, name }) => (
      <TextLink to={`/bookings/${id}`} fz="sm" fw={550}>
        {name}
      </TextLink>
    ),
  },
  { key: 'status', title: 'Status', nowrap: true, render: (row) => <StatusBadges {...row} /> },
  { key: 'type', title: 'Type', render: ({ type }) => t(`labels.bookingType.${type}`) },
  ...dayColumns,
  { key: 'where', title: 'Where', render: bookedInventoryText },
  { key: 'priority', title: 'Priority', align: 'end', render: ({ priority }) => priority },
  { key: 'method', title: 'Delivery', render: ({ delivery }) => t(`labels.deliveryMethod.${delivery.method}`) },
  {
    key: 'delivered',
    title: 'Impressions',
    align: 'end',
    render: ({ delivered }) => countText(delivered.impressions),
  },
  {
    key: 'progress',
    title: 'Goal',
    align: 'end',
    render: ({ progress }) => (progress === null ? '–' : `${progress.deliveredPercent} %`),
  },
  { key: 'creatives', title: 'Creatives', align: 'end', render: ({ creatives }) => creatives.length },
];

/** The bookings of one campaign, and the way to another. */
export function CampaignBookings({ campaignId }: { readonly campaignId: number }) {
  const me = useMe();
  const query = { campaignId: [campaignId], limit: most, sort: 'name' } as const;
  const { data, error, refetch } = useQuery({
    queryKey: ['bookings', 'list', query],
    queryFn: () => listDataOf(listBookings({ client, query: { ...query, campaignId: [...query.campaignId] } })),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <ProblemAlert error={error} again={() => void refetch()} />;
  const add = me.may('bookings:write') && (
    <ButtonLink to="/bookings/new" search={{ campaign: String(campaignId) }} mt="sm">
      Add booking
    </ButtonLink>
  );
  return (
    <>
      <DataTable
        caption="Bookings"
        columns={columns}
        rows={data?.rows}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="campaign" title="Nothing is booked yet" action={add}>
            A booking determines what is shown where, how and when. A campaign delivers through its bookings alone.
          </EmptyState>
        }
      />
      {data !== undefined && data.rows.length > 0 && add}
    </>
  );
}
