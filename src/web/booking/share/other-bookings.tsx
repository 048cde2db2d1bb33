import { Progress, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SharePreview } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import { TextLink } from '../../ui/page/link.tsx';

const shownCompetitors = 6;
const wholePercent = 100;

/**
 * With which shares those of the draft are compared. `none`: the booking delivers as shown. `booking`: it does not
 * deliver yet. `changes`: it delivers, and its changes are not saved.
 */
export type ShareComparison = 'none' | 'booking' | 'changes';

const legends = {
  none: 'booking.hint.modelledShares',
  booking: 'booking.hint.sharesWithBooking',
  changes: 'booking.hint.sharesWithChanges',
} as const;

/** Modelled shares of the other bookings at the same positions. */
export function OtherBookings(props: { readonly total: SharePreview['total']; readonly comparison: ShareComparison }) {
  const { total, comparison } = props;
  const { competitors, others } = total;
  if (competitors.length === 0 && others === null) {
    return (
      <Text fz="sm" c="dimmed">
        {t('booking.text.noCompetitors')}
      </Text>
    );
  }
  // A booking with all eligible requests leaves none to the others.
  if (comparison === 'none' && total.sharePercent === wholePercent) return null;
  return (
    <div>
      <Title order={3} mt="xs">
        {t('booking.title.otherBookings')}
      </Title>
      <Text fz="xs" c="dimmed" mb={4}>
        {t(legends[comparison])}
      </Text>
      {competitors.slice(0, shownCompetitors).map((competitor) => (
        <ShareBar
          key={competitor.bookingId}
          percent={competitor.sharePercentWith}
          before={comparison === 'none' ? null : competitor.sharePercent}
          label={
            <>
              <TextLink to={`/bookings/${competitor.bookingId}`} fz="xs">
                {competitor.name}
              </TextLink>{' '}
              <Text component="span" fz="xs" c="dimmed">
                {t('booking.format.priority', { priority: String(competitor.priority) })}
                {competitor.held && ` · ${t('labels.status.held')}`}
              </Text>
            </>
          }
        />
      ))}
      {others !== null && (
        <ShareBar
          percent={others.sharePercentWith}
          before={comparison === 'none' ? null : others.sharePercent}
          label={
            <Text component="span" fz="xs" c="dimmed">
              {t('booking.label.otherBookings')}
            </Text>
          }
        />
      )}
    </div>
  );
}

function ShareBar(props: { readonly label: ReactNode; readonly percent: number; readonly before: number | null }) {
  const { percent, before } = props;
  return (
    <div>
      <Text fz="xs" component="div" style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
        <span>{props.label}</span>
        <span className="figures" style={{ whiteSpace: 'nowrap' }}>
          {before === null || before === percent
            ? shareText(percent / 100)
            : t('booking.format.change', { before: shareText(before / 100), after: shareText(percent / 100) })}
        </span>
      </Text>
      <Progress value={percent} size="xs" aria-hidden="true" />
    </div>
  );
}
