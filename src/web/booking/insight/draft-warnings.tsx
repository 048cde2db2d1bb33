import { Anchor, List, Text } from '@mantine/core';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import { ToneFrame } from '../../ui/display/tone-frame.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { focusField } from '../sections/requested-field.tsx';
import { type DraftWarning, useDraftWarnings } from './use-draft-warnings.ts';

const shownLosses = 4;

/** Warnings about an edited booking. */
export function DraftWarnings(props: DraftWarning) {
  const { goal, losses } = useDraftWarnings(props);
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
