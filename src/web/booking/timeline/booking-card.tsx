import { Paper, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewShares } from '../../../client/generated/sdk.gen.ts';
import type { Booking, SharePreview } from '../../../client/generated/types.gen.ts';
import { client, dataOf, messageOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { countText, moneyText, shareText } from '../../labels/figures.ts';
import { shareBodyOf } from '../model/share-body.ts';
import { datesOf } from './bar-period.ts';
import { stateText } from './bar-tone.ts';
import { periodText } from './time-range.ts';
import classes from './timeline.module.css';
import type { BookingBarRow } from './timeline-rows.ts';
import type { BarDraft } from './use-bar-edit.ts';

const debounceMs = 350;
const shownLosses = 3;
/** Differences of a share below this are rounding. In percentage points. */
const noticedPoints = 0.1;
const cardWidth = 300;
const cardHeight = 190;

/** Facts of a booking next to its bar. While it is dragged: the new dates, its new share, and what other bookings lose. */
export function BookingCard(props: {
  readonly id: string;
  readonly row: BookingBarRow;
  /** undefined: not loaded yet. */
  readonly booking: Booking | undefined;
  readonly draft: BarDraft | null;
  /** The bar, in the window. */
  readonly anchor: DOMRect;
  readonly isByKeyboard: boolean;
}) {
  const { id, row, booking, draft, anchor, isByKeyboard } = props;
  const period = draft?.period ?? row.period;
  const isBelow = anchor.bottom + cardHeight < window.innerHeight;
  const left = Math.max(8, Math.min(anchor.left, window.innerWidth - cardWidth - 8));
  return (
    <Paper
      id={id}
      role="tooltip"
      className={classes.card}
      shadow="md"
      style={{
        left,
        width: cardWidth,
        ...(isBelow ? { top: anchor.bottom + 6 } : { bottom: window.innerHeight - anchor.top + 6 }),
      }}
    >
      <Stack gap={2}>
        <Text fz="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {row.name}
        </Text>
        <Text fz="xs">{stateText(row)}</Text>
        <Fact label={t('timeline.label.dates')}>
          <span aria-live={draft === null ? 'off' : 'polite'}>{periodText(period.startMs, period.endMs)}</span>
        </Fact>
        {booking !== undefined && draft === null && <Delivery booking={booking} />}
        {booking !== undefined && <Share booking={booking} draft={draft} />}
        {draft !== null && isByKeyboard && !draft.isSaving && (
          <Text fz="xs" c="dimmed">
            {t('timeline.text.saveKeys')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <Text fz="xs" component="div">
      <Text component="span" inherit c="dimmed">
        {label}
      </Text>{' '}
      {children}
    </Text>
  );
}

function Delivery({ booking: { delivery, delivered, progress } }: { readonly booking: Booking }) {
  const { goal } = delivery;
  const text = goal === null ? '–' : goal.kind === 'spend' ? moneyText(goal.total) : countText(goal.total);
  return (
    <>
      <Fact label={t('booking.label.goal')}>
        {progress === null
          ? text
          : t('timeline.format.goalShare', { goal: text, percent: shareText(progress.deliveredPercent / 100) })}
      </Fact>
      <Fact label={t('booking.label.delivered')}>{countText(delivered.impressions)}</Fact>
    </>
  );
}

/** The share of a booking. Each change of the dates requests one preview, after a pause. */
function Share({ booking, draft }: { readonly booking: Booking; readonly draft: BarDraft | null }) {
  const dates = draft === null ? booking : datesOf(booking, draft.period);
  const body = shareBodyOf({ ...booking, startDate: dates.startDate, endDate: dates.endDate }, booking.id);
  const [debouncedBody] = useDebouncedValue(body, debounceMs);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['shares', debouncedBody],
    queryFn: () => dataOf(previewShares({ client, body: debouncedBody })),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Fact label={t('timeline.label.share')}>{messageOf(error)}</Fact>;
  if (data === undefined) {
    return (
      <Text fz="xs" c="dimmed">
        {t('timeline.text.computing')}
      </Text>
    );
  }
  return (
    <div aria-live={draft === null ? 'off' : 'polite'} aria-busy={isPlaceholderData}>
      <Fact label={t('timeline.label.share')}>{shareChangeText(data, draft !== null)}</Fact>
      {draft !== null && <Conflicts booking={booking} preview={data} />}
    </div>
  );
}

function shareChangeText({ total: { sharePercent, sharePercentBefore } }: SharePreview, hasDraft: boolean): string {
  if (sharePercent === null) return t('booking.label.byGoal');
  const after = shareText(sharePercent / 100);
  if (!hasDraft || sharePercentBefore === null || Math.abs(sharePercentBefore - sharePercent) < noticedPoints)
    return after;
  return t('timeline.format.shareChange', { after, before: shareText(sharePercentBefore / 100) });
}

function Conflicts({ booking, preview: { total } }: { readonly booking: Booking; readonly preview: SharePreview }) {
  const losses = total.competitors.filter(
    ({ sharePercent, sharePercentWith }) => sharePercent - sharePercentWith >= noticedPoints,
  );
  const guaranteed = booking.delivery.percent;
  const isMissed =
    guaranteed !== null && total.sharePercent !== null && guaranteed - total.sharePercent >= noticedPoints;
  return (
    <>
      {isMissed && (
        <Text fz="xs" c="var(--placard-bad)">
          {t('timeline.text.guaranteeMissed', { percent: shareText(guaranteed / 100) })}
        </Text>
      )}
      {losses.length === 0 && !isMissed && <Text fz="xs">{t('timeline.text.noConflict')}</Text>}
      {losses.length > 0 && (
        <Fact label={t('timeline.label.conflicts')}>
          {losses.slice(0, shownLosses).map(({ bookingId, name, sharePercent, sharePercentWith }) => (
            <div key={bookingId}>
              {t('timeline.format.loss', {
                name,
                before: shareText(sharePercent / 100),
                after: shareText(sharePercentWith / 100),
              })}
            </div>
          ))}
        </Fact>
      )}
    </>
  );
}
