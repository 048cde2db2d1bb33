import { Anchor, List, Text } from '@mantine/core';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import { ToneFrame } from '../../ui/display/tone-frame.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { focusField } from '../sections/requested-field.tsx';
import { changesShares, strongLosses, unreachableGoal } from './forecast-warnings.ts';
import { type EditedBooking, useDraftForecast, useSharePreview } from './use-draft-forecast.ts';

const shownLosses = 4;

/**
 * Warnings about an edited booking: an unreachable goal, and bookings that would lose most of their share.
 * @param changed fields that differ from a booking that already delivers; null: the booking does not deliver yet
 */
export function DraftWarnings({ changed, ...props }: EditedBooking & { readonly changed: readonly string[] | null }) {
  const forecast = useDraftForecast(props);
  const shares = useSharePreview(props);
  // The requested total of a changed goal is that of the field, not of the previous forecast.
  const goal = forecast.data === undefined || forecast.isPlaceholderData ? null : unreachableGoal(forecast.data);
  const losses =
    shares.data === undefined || (changed !== null && !changesShares(changed))
      ? []
      : strongLosses(shares.data.total.competitors);
  return (
    <div role="status">
      {goal !== null && (
        <ToneFrame title={t('booking.title.goalNotReachable', goal)} tone="waiting">
          <Text fz="sm">{t('booking.text.goalNotReachable')}</Text>
          <Anchor component="button" type="button" fz="sm" onClick={() => focusField('delivery.goal.total')}>
            {t('booking.action.changeGoal')}
          </Anchor>
        </ToneFrame>
      )}
      {losses.length > 0 && (
        <ToneFrame title={t('booking.title.strongLoss', { count: losses.length })} tone="bad">
          <List fz="sm" listStyleType="none" spacing={2}>
            {losses.slice(0, shownLosses).map(({ bookingId, name, sharePercent, sharePercentWith }) => (
              <List.Item key={bookingId}>
                <RichText
                  id="booking.text.strongLoss"
                  values={{
                    name: (
                      <TextLink to={`/bookings/${bookingId}`} fz="sm">
                        {name}
                      </TextLink>
                    ),
                    before: shareText(sharePercent / 100),
                    after: shareText(sharePercentWith / 100),
                  }}
                />
              </List.Item>
            ))}
          </List>
        </ToneFrame>
      )}
    </div>
  );
}
