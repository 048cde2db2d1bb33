import { Text } from '@mantine/core';
import type { MissedPlays } from '../../../client/generated/types.gen.ts';
import { hasFullReach } from '../../api/person.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { countText, shareText } from '../../labels/figures.ts';
import { ToneBadge } from '../../ui/display/badges.tsx';
import type { TableColumn } from '../../ui/list/data-table.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { Instant } from '../../ui/time/instant.tsx';
import { calendarDayText } from '../../ui/time/zoned-time.ts';
import type { GroupedBy } from './missed-plays-query.ts';

type Row = MissedPlays['rows'][number];

const counts = [
  { key: 'planned', title: 'report.label.planned' },
  { key: 'played', title: 'report.label.played' },
  { key: 'missed', title: 'report.label.missed' },
] as const;

/** The columns of missed plays: the dimensions, the counts and the state of the screens. */
export function missedPlaysColumns(groupBy: readonly GroupedBy[]): readonly TableColumn<Row>[] {
  const dimensions: readonly (TableColumn<Row> & { readonly key: GroupedBy })[] = [
    {
      key: 'day',
      title: t('labels.reportDimension.day'),
      nowrap: true,
      render: ({ day }) => (day === null ? null : calendarDayText(day)),
    },
    { key: 'position', title: t('report.label.screen'), render: (row) => <ScreenLink row={row} /> },
    {
      key: 'booking',
      title: t('labels.reportDimension.booking'),
      render: ({ bookingId, bookingName }) =>
        bookingId === null ? null : <TextLink to={`/bookings/${bookingId}`}>{bookingName}</TextLink>,
    },
  ];
  return [
    ...dimensions.filter(({ key }) => groupBy.includes(key)),
    ...counts.map(
      ({ key, title }): TableColumn<Row> => ({
        key,
        title: t(title),
        align: 'end',
        render: (row) => countText(row[key]),
      }),
    ),
    {
      key: 'rate',
      title: t('report.label.missedRate'),
      align: 'end',
      render: ({ missedPercent }) => (missedPercent === null ? null : shareText(missedPercent / 100)),
    },
    { key: 'status', title: t('common.label.status'), render: (row) => <ScreenState row={row} /> },
  ];
}

function ScreenLink({ row: { positionId, slotName } }: { readonly row: Row }) {
  const me = useMe();
  if (positionId === null) return null;
  if (!hasFullReach(me)) return slotName;
  return (
    <TextLink to="/inventory/screens" search={{ position: String(positionId) }}>
      {slotName}
    </TextLink>
  );
}

/** Whether screens may still report plays of these days. */
function ScreenState({ row: { screens, offlineScreens, offlineSince } }: { readonly row: Row }) {
  if (screens === 0) {
    return <ToneBadge tone="bad" text={t('report.label.noContact')} hint={t('report.hint.noContact')} />;
  }
  if (offlineScreens === 0) {
    return <ToneBadge tone="good" text={t('report.label.complete')} hint={t('report.hint.complete')} />;
  }
  return (
    <div>
      <ToneBadge
        tone="waiting"
        text={t('report.label.offlineScreens', { offline: offlineScreens, screens })}
        hint={t('report.hint.offlineScreens')}
      />
      {offlineSince !== null && (
        <Text fz="xs" c="dimmed">
          <Instant at={offlineSince} />
        </Text>
      )}
    </div>
  );
}
