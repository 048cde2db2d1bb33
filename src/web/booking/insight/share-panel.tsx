import { Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SharePreview } from '../../../client/generated/types.gen.ts';
import { messageOf } from '../../api/client.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { usePositionTexts } from '../../inventory/model/use-position-texts.ts';
import { PositionName } from '../../inventory/position-name.tsx';
import { shareText } from '../../labels/figures.ts';
import { TextLink } from '../../ui/page/link.tsx';
import { bookingFunnelQuery } from '../model/booking-queries.ts';
import { hasInventory } from '../model/booking-values.ts';
import { type EditedBooking, useSharePreview } from './use-draft-forecast.ts';

const shownCompetitors = 6;
const shownPositions = 8;
const dayHours = 24;

/** Share of a booking and its competitors, before and after the unsaved changes. */
export function SharePanel({ values, bookingId }: EditedBooking) {
  const isBooked = hasInventory(values);
  const { data, error } = useSharePreview({ values, bookingId });
  return (
    <Paper component="section" aria-label={t('booking.title.share')}>
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
      {isBooked && data !== undefined && <Shares preview={data} priority={values.priority} bookingId={bookingId} />}
    </Paper>
  );
}

const shareElement = <Text component="span" fz="xl" fw={650} c="var(--mantine-color-text)" />;

type SharesProps = {
  readonly preview: SharePreview;
  readonly priority: number;
  readonly bookingId: number | null;
};

function Shares({ preview, priority, bookingId }: SharesProps) {
  const { total, positions } = preview;
  return (
    <Stack gap="xs" mt={4}>
      <Text fz="sm" c="dimmed" aria-live="polite">
        {total.sharePercent === null ? (
          <RichText
            id="booking.format.shareByGoal"
            values={{ priority: String(priority) }}
            elements={{ strong: shareElement }}
          />
        ) : (
          <RichText
            id="booking.format.shareOfRequests"
            values={{ share: shareText(total.sharePercent / 100), priority: String(priority) }}
            elements={{ strong: shareElement }}
          />
        )}
      </Text>
      {bookingId !== null && <WonRequests bookingId={bookingId} />}
      {total.competitors.length === 0 && total.others === null && (
        <Text fz="sm" c="dimmed">
          {t('booking.text.noCompetitors')}
        </Text>
      )}
      {total.competitors.slice(0, shownCompetitors).map((competitor) => (
        <ShareBar
          key={competitor.bookingId}
          percent={competitor.sharePercentWith}
          before={competitor.sharePercent}
          label={
            <>
              <TextLink to={`/bookings/${competitor.bookingId}`} fz="xs">
                {competitor.name}
              </TextLink>{' '}
              <Text component="span" fz="xs" c="dimmed">
                {t('booking.format.priority', { priority: String(competitor.priority) })}
              </Text>
            </>
          }
        />
      ))}
      {total.others !== null && (
        <ShareBar
          percent={total.others.sharePercentWith}
          before={total.others.sharePercent}
          label={
            <Text component="span" fz="xs" c="dimmed">
              {t('booking.label.otherBookings')}
            </Text>
          }
        />
      )}
      {positions.length > 1 && <ByPosition positions={positions.slice(0, shownPositions)} />}
    </Stack>
  );
}

/** Ad requests that the booking won, next to its modelled share. Renders nothing without ad requests. */
function WonRequests({ bookingId }: { readonly bookingId: number }) {
  const { data } = useQuery(bookingFunnelQuery(bookingId, dayHours));
  if (data === undefined || data.totals.matched === 0) return null;
  const { matched, won, refused } = data.totals;
  const unmet = refused.TARGETING_NOT_MET ?? 0;
  const values = { won, matched, share: shareText(won / matched) };
  return (
    <Text fz="xs" c="dimmed">
      {unmet === 0
        ? t('booking.format.wonOfRequests', values)
        : t('booking.format.wonOfRequestsWithTargeting', { ...values, unmet })}
    </Text>
  );
}

function ShareBar(props: { readonly label: React.ReactNode; readonly percent: number; readonly before: number }) {
  const { percent, before } = props;
  return (
    <div>
      <Text fz="xs" component="div" style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
        <span>{props.label}</span>
        <span className="figures">
          {before === percent
            ? shareText(percent / 100)
            : t('booking.format.change', { before: shareText(before / 100), after: shareText(percent / 100) })}
        </span>
      </Text>
      <Progress value={percent} size="xs" aria-hidden="true" />
    </div>
  );
}

function ByPosition({ positions }: { readonly positions: SharePreview['positions'] }) {
  const textOfPosition = usePositionTexts(positions.map(({ positionId }) => positionId));
  return (
    <div>
      <Title order={3} mt="xs" mb={4}>
        {t('booking.title.byPosition')}
      </Title>
      {positions.map(({ positionId, slotName, sharePercent, requestsPerDay }) => (
        <Text
          key={positionId}
          fz="xs"
          component="div"
          style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}
        >
          <PositionName text={textOfPosition(positionId)} slotName={slotName} />
          <span className="figures" style={{ whiteSpace: 'nowrap' }}>
            {positionShareText(sharePercent, requestsPerDay)}
          </span>
        </Text>
      ))}
    </div>
  );
}

function positionShareText(sharePercent: number | null, requestsPerDay: number | null): string {
  const share = sharePercent === null ? t('booking.label.byGoal') : shareText(sharePercent / 100);
  if (requestsPerDay === null) return share;
  return t('booking.format.shareOfDailyRequests', { share, count: Math.round(requestsPerDay) });
}
