import type { Booking } from '../../../client/generated/types.gen.ts';
import { elapsedBar } from '../../delivery/elapsed-bar.tsx';
import { PacingBar } from '../../delivery/pacing-bar.tsx';
import { t } from '../../i18n/t.ts';
import { bookedInventoryText } from '../../labels/booking-labels.ts';
import { compactText, countText, moneyText, percentText, shareText } from '../../labels/figures.ts';
import { progressText } from '../../labels/progress-text.ts';
import { CardReason, healthBadge, StatusBadge } from '../../ui/display/badges.tsx';
import type { OptionalColumn } from '../../ui/list/column-choice.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { CellLink } from '../../ui/page/cell-link.tsx';
import { dayText, lastDayText } from '../../ui/time/zoned-time.ts';
import { deliveryText, pricingText } from '../model/term-labels.ts';
import type { EditBooking } from '../model/use-booking-edit.ts';
import { EndCell, GoalCell, LabelsCell, NameCell, PriceCell, PriorityCell, StartCell } from './booking-cells.tsx';
import { ecpmOf } from './booking-figures.ts';
import { CampaignName } from './campaign-name.tsx';
import { CreativesCell } from './creatives-cell.tsx';

/** The columns of the booking list. The first one is always visible. */
export function bookingListColumns(edit: EditBooking, spendLabel: string): readonly OptionalColumn<Booking>[] {
  return [
    ...mainColumns(edit),
    ...deliveryColumns(edit),
    ...dayColumns(edit),
    ...priceColumns(edit, spendLabel),
    ...otherColumns(edit),
  ];
}

function mainColumns(edit: EditBooking): readonly OptionalColumn<Booking>[] {
  return [
    {
      key: 'name',
      title: t('booking.label.booking'),
      sort: 'name',
      width: 316,
      render: (booking) => (
        <TwoLines second={<CampaignName id={booking.campaignId} />}>
          <NameCell booking={booking} edit={edit}>
            <CellLink to={`/bookings/${booking.id}`} isStrong>
              {booking.name}
            </CellLink>
          </NameCell>
        </TwoLines>
      ),
    },
    {
      key: 'campaign',
      phone: 'hidden',
      isHidden: true,
      title: t('booking.label.campaign'),
      width: 150,
      render: ({ campaignId }) => (
        <CellLink to={`/campaigns/${campaignId}`}>
          <CampaignName id={campaignId} />
        </CellLink>
      ),
    },
    {
      key: 'status',
      phone: 'mark',
      title: t('booking.label.status'),
      sort: 'status',
      width: 122,
      render: ({ status, blockingReasons }) => (
        <>
          <StatusBadge status={status} />
          {status === 'not_ready' && <CardReason reason={blockingReasons[0]} />}
        </>
      ),
    },
    {
      key: 'health',
      phone: 'issue',
      title: t('booking.label.health'),
      sort: 'health',
      width: 92,
      render: (booking) => (
        <>
          {healthBadge(booking)}
          <CardReason reason={booking.limitingReasons[0]} />
        </>
      ),
    },
  ];
}

function deliveryColumns(edit: EditBooking): readonly OptionalColumn<Booking>[] {
  return [
    { key: 'pacing', phone: 'figure', title: t('booking.label.pacing'), width: 110, render: pacing },
    {
      key: 'goal',
      phone: 'hidden',
      title: t('booking.label.goal'),
      align: 'end',
      width: 76,
      render: (booking) => (booking.delivery.goal === null ? null : <GoalCell booking={booking} edit={edit} />),
    },
    {
      key: 'today',
      phone: 'figure',
      title: t('booking.label.impressionsToday'),
      align: 'end',
      width: 98,
      render: ({ delivered }) => compactText(delivered.today.impressions),
    },
    {
      key: 'impressions',
      phone: 'figure',
      title: t('booking.label.impressionsTotal'),
      align: 'end',
      width: 112,
      render: ({ delivered }) => countText(delivered.impressions),
    },
    {
      key: 'ctr',
      phone: 'figure',
      title: t('booking.label.ctr'),
      align: 'end',
      width: 66,
      isHidden: true,
      render: ({ delivered }) => rateText(delivered.clicks, delivered.impressions),
    },
    {
      key: 'viewability',
      phone: 'figure',
      title: t('booking.label.viewability'),
      align: 'end',
      isHidden: true,
      render: ({ delivered }) => rateText(delivered.viewables, delivered.impressions),
    },
    {
      key: 'clicks',
      phone: 'figure',
      title: t('labels.counter.clicks'),
      align: 'end',
      width: 80,
      isHidden: true,
      render: ({ delivered }) => countText(delivered.clicks),
    },
  ];
}

function dayColumns(edit: EditBooking): readonly OptionalColumn<Booking>[] {
  return [
    {
      key: 'start',
      phone: 'value',
      title: t('common.label.firstDay'),
      sort: 'startDate',
      width: 104,
      render: (booking) => (
        <StartCell booking={booking} edit={edit}>
          {dayText(booking.startDate, booking.timeZones[0])}
        </StartCell>
      ),
    },
    {
      key: 'end',
      phone: 'until',
      title: t('common.label.lastDay'),
      sort: 'endDate',
      width: 104,
      render: (booking) => (
        <EndCell booking={booking} edit={edit}>
          {booking.endDate === null ? t('labels.format.openEnded') : lastDayText(booking.endDate, booking.timeZones[0])}
        </EndCell>
      ),
    },
  ];
}

function priceColumns(edit: EditBooking, spendLabel: string): readonly OptionalColumn<Booking>[] {
  return [
    {
      key: 'spend',
      phone: 'figure',
      title: spendLabel,
      align: 'end',
      isHidden: true,
      render: ({ delivered: { spend } }) => spend && moneyText(spend),
    },
    {
      key: 'ecpm',
      phone: 'figure',
      title: t('booking.label.ecpm'),
      align: 'end',
      isHidden: true,
      render: ({ delivered }) => ecpmText(ecpmOf(delivered)),
    },
    {
      key: 'price',
      phone: 'figure',
      title: t('booking.label.price'),
      align: 'end',
      width: 130,
      isHidden: true,
      render: (booking) => (
        <PriceCell booking={booking} edit={edit}>
          {pricingText(booking.pricing)}
        </PriceCell>
      ),
    },
  ];
}

function otherColumns(edit: EditBooking): readonly OptionalColumn<Booking>[] {
  return [
    {
      key: 'priority',
      phone: 'figure',
      title: t('booking.label.priority'),
      sort: 'priority',
      align: 'end',
      width: 85,
      isHidden: true,
      render: (booking) => <PriorityCell booking={booking} edit={edit} />,
    },
    {
      key: 'method',
      phone: 'figure',
      title: t('booking.label.deliveryMethod'),
      width: 150,
      isHidden: true,
      render: ({ delivery }) => deliveryText(delivery),
    },
    {
      key: 'share',
      phone: 'figure',
      title: t('booking.label.voiceShare'),
      align: 'end',
      width: 80,
      isHidden: true,
      render: ({ delivery }) => (delivery.percent === null ? null : shareText(delivery.percent / 100)),
    },
    {
      key: 'type',
      phone: 'figure',
      title: t('booking.label.type'),
      sort: 'type',
      isHidden: true,
      render: ({ type }) => t(`labels.bookingType.${type}`),
    },
    {
      key: 'inventory',
      phone: 'figure',
      title: t('booking.label.inventory'),
      width: 150,
      isHidden: true,
      render: bookedInventoryText,
    },
    {
      key: 'creatives',
      phone: 'figure',
      title: t('booking.label.creatives'),
      align: 'end',
      width: 90,
      isHidden: true,
      render: (booking) => <CreativesCell booking={booking} edit={edit} />,
    },
    {
      key: 'labels',
      phone: 'figure',
      title: t('booking.label.exclusionLabels'),
      width: 150,
      isHidden: true,
      render: (booking) => <LabelsCell booking={booking} edit={edit} />,
    },
    {
      key: 'updated',
      phone: 'figure',
      title: t('common.label.updated'),
      sort: 'updatedAt',
      width: 105,
      isHidden: true,
      render: ({ updatedAt }) => dayText(updatedAt),
    },
  ];
}

function pacing(booking: Booking) {
  const { progress } = booking;
  return progress === null ? elapsedBar(booking) : <PacingBar {...progress} text={progressText(progress)} />;
}

function ecpmText(ecpm: ReturnType<typeof ecpmOf>): string | null {
  return ecpm === null ? null : moneyText(ecpm);
}

function rateText(count: number, total: number): string | null {
  return total === 0 ? null : percentText(count / total);
}
