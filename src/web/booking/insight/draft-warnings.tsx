import { Anchor, Group, List, Text } from '@mantine/core';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import { ToneFrame } from '../../ui/display/tone-frame.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { focusField } from '../sections/requested-field.tsx';
import type { UnreachableGoal } from './forecast-warnings.ts';
import { type DraftWarning, goalRemedies, goalTitle, useDraftWarnings } from './use-draft-warnings.ts';

const shownLosses = 4;

/** ID of the element with the warnings. */
export const draftWarningsId = 'draft-warnings';

/** Warnings about an edited booking. */
export function DraftWarnings(props: DraftWarning) {
  const { goal, losses } = useDraftWarnings(props);
  return (
    // The frames have a margin of their own. Without warnings, the column has no gap.
    <div role="status" id={draftWarningsId} style={{ marginBlockEnd: 'calc(-1 * var(--mantine-spacing-md))' }}>
      {goal !== null && <GoalWarning goal={goal} {...props} />}
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

type GoalWarningProps = Pick<DraftWarning, 'zone' | 'health' | 'canSubmit'> & { readonly goal: UnreachableGoal };

function GoalWarning({ goal, zone, health, canSubmit }: GoalWarningProps) {
  const { refusedByTargeting, recordedDays } = goal;
  return (
    <ToneFrame title={goalTitle(goal, zone)} tone={health === 'critical' ? 'bad' : 'waiting'}>
      <Text fz="sm">
        {refusedByTargeting === null
          ? t('booking.text.goalNotReachable')
          : t('booking.text.targetingTooNarrow', { share: shareText(refusedByTargeting), days: recordedDays })}{' '}
        {canSubmit && t('booking.text.canStillSubmit')}
      </Text>
      <Group gap="md">
        {goalRemedies(goal).map(({ field, label }) => (
          <Anchor key={field} component="button" type="button" fz="sm" onClick={() => focusField(field)}>
            {t(label)}
          </Anchor>
        ))}
      </Group>
    </ToneFrame>
  );
}
