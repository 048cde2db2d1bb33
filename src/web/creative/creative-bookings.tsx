import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listBookings } from '../../client/generated/sdk.gen.ts';
import type { Booking } from '../../client/generated/types.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { StatusBadge } from '../ui/display/badges.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { CellLink } from '../ui/page/cell-link.tsx';
import { dayColumns } from '../ui/time/day-columns.ts';

const limit = 100;

/** The bookings that use a creative. */
export function CreativeBookings({ creativeId }: { readonly creativeId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['bookings', 'of-creative', creativeId],
    queryFn: () => listDataOf(listBookings({ client, query: { creativeId: [creativeId], limit, sort: '-startDate' } })),
  });
  return (
    <>
      <Title order={2} mt="lg" mb="xs">
        {t('creative.title.bookings')}
      </Title>
      {error === null ? (
        <DataTable
          caption={t('creative.title.bookings')}
          columns={columnsFor(creativeId)}
          rows={data?.rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon="campaign" title={t('creative.title.noBookings')}>
              {t('creative.text.noBookings')}
            </EmptyState>
          }
        />
      ) : (
        <ProblemAlert error={error} retry={() => void refetch()} />
      )}
    </>
  );
}

function columnsFor(creativeId: number): readonly TableColumn<Booking>[] {
  return [
    {
      key: 'name',
      title: t('creative.label.booking'),
      render: ({ id, name }) => (
        <CellLink to={`/bookings/${id}`} isStrong>
          {name}
        </CellLink>
      ),
    },
    {
      key: 'status',
      title: t('common.label.status'),
      nowrap: true,
      render: ({ status }) => <StatusBadge status={status} />,
    },
    ...dayColumns(),
    {
      key: 'weight',
      title: t('creative.label.weight'),
      align: 'end',
      render: ({ creatives }) => creatives.find((creative) => creative.creativeId === creativeId)?.weight ?? null,
    },
  ];
}
