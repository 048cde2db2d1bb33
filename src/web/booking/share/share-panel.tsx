/*
 * Share of a booking, and the bookings that it displaces.
 *
 * - `share-panel.tsx`, `share-headline.tsx`, `other-bookings.tsx`: modelled shares. `saved-shares.tsx`: those of a saved booking.
 * - `simulation-panel.tsx`, `simulated-shares.tsx`: shares in recorded requests.
 */

import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Forecast, SharePreview } from '../../../client/generated/types.gen.ts';
import { messageOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { usePositionTexts } from '../../inventory/model/use-position-texts.ts';
import { PositionName } from '../../inventory/position-name.tsx';
import { shareText } from '../../labels/figures.ts';
import { hasInventory } from '../model/booking-values.ts';
import { type EditedBooking, useSharePreview } from '../model/use-draft-forecast.ts';
import { OtherBookings, type ShareComparison } from './other-bookings.tsx';
import { ShareHeadline, WonRequests } from './share-headline.tsx';

const shownPositions = 8;

type SharePanelProps = EditedBooking & {
  /** Forecast of the same booking. undefined: it loads. null: not available. */
  readonly forecast: Forecast | null | undefined;
  readonly comparison: ShareComparison;
  readonly zone: string | undefined;
  /** Name of the region. Default: the title. */
  readonly label?: string | undefined;
};

/** Share of a booking in the ad requests for its positions, and the other bookings of these requests. */
export function SharePanel({ values, bookingId, label = t('booking.title.share'), ...props }: SharePanelProps) {
  const isBooked = hasInventory(values);
  const { data, error } = useSharePreview({ values, bookingId });
  return (
    <Paper component="section" aria-label={label}>
      <Title order={2}>{t('booking.title.share')}</Title>
      {!isBooked && (
        <Text fz="sm" c="dimmed">
          {t('booking.text.shareEmpty')}
        </Text>
      )}
      {isBooked && error !== null && (
        <Text fz="sm" c="dimmed">
          {messageOf(error)}
        </Text>
      )}
      {isBooked && data === undefined && error === null && <Skeleton height={120} mt="xs" />}
      {isBooked && data !== undefined && (
        <Shares preview={data} priority={values.priority} bookingId={bookingId} {...props} />
      )}
    </Paper>
  );
}

type SharesProps = Omit<SharePanelProps, 'values'> & {
  readonly preview: SharePreview;
  readonly priority: number;
};

function Shares({ preview, priority, bookingId, forecast, comparison, zone }: SharesProps) {
  const { total, positions } = preview;
  return (
    <Stack gap="xs" mt={4}>
      <ShareHeadline forecast={forecast} modelledPercent={total.sharePercent} priority={priority} zone={zone} />
      {bookingId !== null && <WonRequests bookingId={bookingId} />}
      <OtherBookings total={total} comparison={comparison} />
      {positions.length > 1 && (
        <ByPosition positions={positions.slice(0, shownPositions)} forecast={forecast ?? null} />
      )}
    </Stack>
  );
}

function ByPosition(props: { readonly positions: SharePreview['positions']; readonly forecast: Forecast | null }) {
  const { positions, forecast } = props;
  const textOfPosition = usePositionTexts(positions.map(({ positionId }) => positionId));
  return (
    <Stack gap={8}>
      <Title order={3} mt="xs">
        {t('booking.title.byPosition')}
      </Title>
      {positions.map((position) => (
        <Text
          key={position.positionId}
          fz="xs"
          component="div"
          style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}
        >
          <PositionName text={textOfPosition(position.positionId)} slotName={position.slotName} />
          <span className="figures" style={{ whiteSpace: 'nowrap' }}>
            {positionText(position, forecast)}
          </span>
        </Text>
      ))}
    </Stack>
  );
}

/**
 * `3.1% of 1,584 expected requests`. Without a forecast, and for a goal that is reached before the end, only the number
 * of requests.
 */
function positionText(
  { positionId, requestsPerDay }: SharePreview['positions'][number],
  forecast: Forecast | null,
): string {
  const expected = forecast?.positions.find((position) => position.positionId === positionId);
  if (forecast !== null && expected !== undefined && forecast.wonPercent >= forecast.sharePercent) {
    const share = shareText(expected.sharePercent / 100);
    return t('booking.format.shareOfCount', { share, count: expected.requests });
  }
  return requestsPerDay === null ? '–' : t('booking.format.requestsPerDay', { count: Math.round(requestsPerDay) });
}
