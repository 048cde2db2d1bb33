import { useQuery } from '@tanstack/react-query';
import { listBookings } from '../../client/generated/sdk.gen.ts';
import type { Booking } from '../../client/generated/types.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { countWithNoun } from '../labels/figures.ts';
import { StatusBadges } from '../ui/display/badges.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import { dayColumns } from '../ui/time/day-columns.ts';

const most = 100;

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
  { key: 'status', title: 'Status', nowrap: true, render: (booking) => <StatusBadges {...booking} /> },
  ...dayColumns,
  {
    key: 'keywords',
    title: 'For',
    render: ({ sponsored }) =>
      `${countWithNoun(sponsored?.keywords.length ?? 0, 'keyword')}, ${countWithNoun(sponsored?.categories.length ?? 0, 'category', 'categories')}`,
  },
];

/** The bookings that show a product. */
export function ProductBookings({ productId }: { readonly productId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['bookings', 'of-product', productId],
    queryFn: () =>
      listDataOf(listBookings({ client, query: { productId: [productId], limit: most, sort: '-startDate' } })),
  });
  return (
    <Section title="Advertised in">
      {error === null ? (
        <DataTable
          caption="Bookings"
          columns={columns}
          rows={data?.rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon="campaign" title="No booking shows it yet">
              A booking of type sponsored products, in a campaign of its brand, can name it.
            </EmptyState>
          }
        />
      ) : (
        <ProblemAlert error={error} again={() => void refetch()} />
      )}
    </Section>
  );
}
