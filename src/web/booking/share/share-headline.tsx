import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Forecast } from '../../../client/generated/types.gen.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import { lastDayText } from '../../ui/time/zoned-time.ts';
import { bookingFunnelQuery } from '../model/booking-queries.ts';

const dayHours = 24;
const elements = { strong: <Text component="span" fz="xl" fw={650} c="var(--mantine-color-text)" /> };

/**
 * The share of a booking in all ad requests for its positions, and how it comes about: by its rules, then by other
 * bookings. Without a forecast: the modelled share of the eligible requests, which is named as such.
 */
export function ShareHeadline(props: {
  /** undefined: it loads. null: not available. */
  readonly forecast: Forecast | null | undefined;
  /** Modelled share of the eligible requests. null: determined by the goal. */
  readonly modelledPercent: number | null;
  readonly priority: number;
  readonly zone: string | undefined;
}) {
  const { forecast, modelledPercent, priority, zone } = props;
  if (forecast === undefined) return <Skeleton height={64} />;
  const priorityText = t('booking.format.priorityScale', { priority: String(priority) });
  return (
    <div aria-live="polite">
      <Text fz="sm" c="dimmed">
        {forecast === null ? (
          <ModelledShare percent={modelledPercent} />
        ) : (
          <RichText
            id="booking.format.expectedShare"
            values={{ share: shareText(forecast.wonPercent / 100), date: lastDayText(forecast.to, zone) }}
            elements={elements}
          />
        )}
      </Text>
      <Text fz="xs" c="dimmed">
        {forecast === null ? priorityText : `${eligibilityText(forecast)}${priorityText}`}
      </Text>
    </div>
  );
}

function ModelledShare({ percent }: { readonly percent: number | null }) {
  if (percent === null) return <RichText id="booking.format.shareByGoal" elements={elements} />;
  return (
    <RichText id="booking.format.modelledShare" values={{ share: shareText(percent / 100) }} elements={elements} />
  );
}

/** `Eligible for 6.6% of them, wins 47% of those. · `. Empty without recorded requests. */
function eligibilityText({ replayed: { slots, eligible }, wonPercent }: Forecast): string {
  if (slots === 0) return '';
  if (eligible === 0) return `${t('booking.text.eligibleForNone')} · `;
  const part = eligible / slots;
  const values = { eligible: shareText(part), won: shareText(Math.min(1, wonPercent / 100 / part)) };
  return `${t('booking.format.eligibleAndWon', values)} · `;
}

/** Ad requests that the booking won recently. Renders nothing without ad requests. */
export function WonRequests({ bookingId }: { readonly bookingId: number }) {
  const { data } = useQuery(bookingFunnelQuery(bookingId, dayHours));
  if (data === undefined || data.totals.matched === 0) return null;
  const { matched, won } = data.totals;
  return (
    <Text fz="xs" c="dimmed">
      {t('booking.format.wonOfRequests', { won, matched, share: shareText(won / matched) })}
    </Text>
  );
}
