import { useQuery } from '@tanstack/react-query';
import { listCreatives } from '../../client/generated/sdk.gen.ts';
import type { Booking, Creative } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { kindLabel } from '../creative/model/kind-labels.ts';
import { useThumbnailUrls } from '../creative/model/use-thumbnail-urls.ts';
import { t } from '../i18n/t.ts';
import { StateBadge } from '../ui/display/badges.tsx';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { instantText } from '../ui/time/zoned-time.ts';

/** Width of a row's picture on a high-density screen, in pixels. */
const pictureWidth = 112;

type Booked = Booking['creatives'][number];

/** Creatives of a booking with their review states. */
export function BookedCreatives({ booked }: { readonly booked: readonly Booked[] }) {
  const ids = booked.map(({ creativeId }) => creativeId).sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['creatives', 'booked', ...ids],
    queryFn: () => dataOf(listCreatives({ client, query: { id: ids, includeArchived: 'true', limit: 500 } })),
    enabled: ids.length > 0,
  });
  const creativeOf = new Map((data ?? []).map((creative) => [creative.id, creative]));
  const pictureOf = useThumbnailUrls(data ?? [], pictureWidth);
  return (
    <DataTable
      caption={t('booking.title.creativesOfBooking')}
      columns={columnsOf(creativeOf, pictureOf, booked)}
      rows={booked}
      rowKey={({ creativeId }) => creativeId}
      empty={
        <EmptyState icon="creative" title={t('booking.title.noCreatives')}>
          {t('booking.text.noCreatives')}
        </EmptyState>
      }
    />
  );
}

function columnsOf(
  creativeOf: ReadonlyMap<number, Creative>,
  pictureOf: ReturnType<typeof useThumbnailUrls>,
  booked: readonly Booked[],
): readonly TableColumn<Booked>[] {
  const periodColumn: TableColumn<Booked> = {
    key: 'period',
    title: t('booking.label.period'),
    render: ({ startDate, endDate }) => periodText(startDate, endDate),
  };
  return [
    {
      key: 'picture',
      title: t('booking.label.image'),
      isPicture: true,
      render: ({ creativeId }) => {
        const creative = creativeOf.get(creativeId);
        return <Thumbnail kind={creative?.kind ?? 'image'} url={creative === undefined ? null : pictureOf(creative)} />;
      },
    },
    {
      key: 'name',
      title: t('booking.label.creative'),
      render: ({ creativeId }) => (
        <TextLink to={`/creatives/${creativeId}`} fz="sm">
          {creativeOf.get(creativeId)?.name ?? `#${creativeId}`}
        </TextLink>
      ),
    },
    {
      key: 'state',
      title: t('common.label.status'),
      nowrap: true,
      render: ({ state }) => <StateBadge state={state} />,
    },
    { key: 'kind', title: t('booking.label.kind'), render: ({ creativeId }) => kindOf(creativeOf.get(creativeId)) },
    {
      key: 'size',
      title: t('booking.label.size'),
      nowrap: true,
      render: ({ creativeId }) => sizeText(creativeOf.get(creativeId)),
    },
    ...(booked.some(({ startDate, endDate }) => startDate !== null || endDate !== null) ? [periodColumn] : []),
    { key: 'weight', title: t('booking.label.weight'), align: 'end', render: ({ weight }) => weight },
  ];
}

function kindOf(creative: Creative | undefined): string | null {
  return creative === undefined ? null : kindLabel(creative.kind);
}

function sizeText(creative: Creative | undefined): string | null {
  return creative?.width ? `${creative.width}\u00a0×\u00a0${creative.height}` : null;
}

/** The own period of a creative in a booking. */
function periodText(startDate: string | null, endDate: string | null): string {
  const parts = [
    ...(startDate === null ? [] : [t('booking.format.from', { date: instantText(startDate) })]),
    ...(endDate === null ? [] : [t('booking.format.until', { date: instantText(endDate) })]),
  ];
  return parts.join(', ');
}
