import { useQuery } from '@tanstack/react-query';
import { listBookings } from '../../client/generated/sdk.gen.ts';
import type { Booking } from '../../client/generated/types.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';

import { StatusBadges } from '../ui/display/badges.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { CellLink } from '../ui/page/cell-link.tsx';
import { Section } from '../ui/page/section.tsx';
import { dayColumns } from '../ui/time/day-columns.ts';

const limit = 100;

function columnsOf(): readonly TableColumn<Booking>[] {
  return [
    {
      key: 'name',
      title: t('product.label.booking'),
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
      render: (booking) => <StatusBadges {...booking} />,
    },
    ...dayColumns(),
    {
      key: 'keywords',
      title: t('product.label.targeting'),
      render: ({ sponsored }) =>
        t('product.text.keywordsAndCategories', {
          keywords: sponsored?.keywords.length ?? 0,
          categories: sponsored?.categories.length ?? 0,
        }),
    },
  ];
}

/** The bookings that show a product. */
export function ProductBookings({ productId }: { readonly productId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['bookings', 'of-product', productId],
    queryFn: () => listDataOf(listBookings({ client, query: { productId: [productId], limit, sort: '-startDate' } })),
  });
  return (
    <Section title={t('product.title.bookings')}>
      {error === null ? (
        <DataTable
          caption={t('product.title.bookings')}
          columns={columnsOf()}
          rows={data?.rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon="campaign" title={t('product.title.noBookings')}>
              {t('product.text.noBookings')}
            </EmptyState>
          }
        />
      ) : (
        <ProblemAlert error={error} retry={() => void refetch()} />
      )}
    </Section>
  );
}
