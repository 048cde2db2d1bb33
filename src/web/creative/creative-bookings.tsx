import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listBookings } from '../../client/generated/sdk.gen.ts';
import type { Booking } from '../../client/generated/types.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { StatusBadge } from '../ui/display/badges.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { dayColumns } from '../ui/time/day-columns.ts';

const most = 100;

/** Where a creative is booked. */
export function CreativeBookings({ creativeId }: { readonly creativeId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['bookings', 'of-creative', creativeId],
    queryFn: () =>
      listDataOf(listBookings({ client, query: { creativeId: [creativeId], limit: most, sort: '-startDate' } })),
  });
  return (
    <>
      <Title order={2} mt="lg" mb="xs">
        Booked in
      </Title>
      {error === null ? (
        <DataTable
          caption="Bookings"
          columns={columnsFor(creativeId)}
          rows={data?.rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon="campaign" title="No booking has it yet">
              A booking of the same brand can show it in positions of its format.
            </EmptyState>
          }
        />
      ) : (
        <ProblemAlert error={error} again={() => void refetch()} />
      )}
    </>
  );
}

function columnsFor(creativeId: number): readonly TableColumn<Booking>[] {
  return [
    {
      key: 'name',
      title: 'Booking',
      render: ({ id, name }) => (
        <TextLink to={`/bookings/${id}`} fz="sm" fw={550}>
          {name}
        </TextLink>
      ),
    },
    { key: 'status', title: 'Status', nowrap: true, render: ({ status }) => <StatusBadge status={status} /> },
    ...dayColumns,
    {
      key: 'weight',
      title: 'Weight',
      align: 'end',
      render: ({ creatives }) => creatives.find((one) => one.creativeId === creativeId)?.weight ?? '–',
    },
  ];
}
