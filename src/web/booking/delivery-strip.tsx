import { Anchor, Box, Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Booking } from '../../client/generated/types.gen.ts';
import { useSpendLabel } from '../api/use-spend-label.ts';
import { PacingBar } from '../delivery/pacing-bar.tsx';
import { t } from '../i18n/t.ts';
import { deliveryFacts } from '../labels/delivery-facts.ts';
import { countText, moneyText } from '../labels/figures.ts';
import { progressText } from '../labels/progress-text.ts';
import { lastDayText, wallTimeOf } from '../ui/time/zoned-time.ts';
import classes from './delivery-strip.module.css';
import { planPerDay } from './insight/plan-per-day.ts';
import { bookingForecastQuery } from './model/booking-queries.ts';
import { goalFigures } from './model/goal-figures.ts';

/** Loaded with the panels below the first view. */
const ForecastAccuracy = lazy(async () => ({
  default: (await import('./insight/forecast-accuracy.tsx')).ForecastAccuracy,
}));

const ConversionFigures = lazy(async () => ({
  default: (await import('./insight/conversion-figures.tsx')).ConversionFigures,
}));

/** The delivery of a booking in four figures: delivered, expected at the end, today, and revenue or spend. */
export function DeliveryStrip({ booking, isOver }: { readonly booking: Booking; readonly isOver: boolean }) {
  const { delivered } = booking;
  const spendLabel = useSpendLabel();
  return (
    <Paper component="section" aria-label={t('booking.label.figures')}>
      <dl className={classes.cells}>
        <Delivered booking={booking} />
        {!isOver && <ExpectedAtEnd booking={booking} />}
        <Today booking={booking} />
        <Cell name={spendLabel} value={moneyText(delivered.spend)} />
      </dl>
      <Text fz="xs" c="dimmed" mt="xs">
        {deliveryFacts(delivered)
          .map(({ name, value }) => `${name}: ${value}`)
          .join(' · ')}
      </Text>
      <Suspense fallback={null}>
        <ConversionFigures bookingId={booking.id} />
      </Suspense>
      {!isOver && (
        <Suspense fallback={<Box h={34} />}>
          <ForecastAccuracy booking={booking} />
        </Suspense>
      )}
    </Paper>
  );
}

function Cell({ name, value, note }: { readonly name: string; readonly value: ReactNode; readonly note?: ReactNode }) {
  return (
    <div className={classes.cell}>
      <Text component="dt" fz="xs" c="dimmed">
        {name}
      </Text>
      <dd className={`${classes.value} figures`}>{value}</dd>
      {note !== undefined && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}

function Delivered({ booking }: { readonly booking: Booking }) {
  const { delivered, progress } = booking;
  const goal = goalFigures(booking);
  const name = t('booking.label.delivered');
  if (goal === null || progress === null) return <Cell name={name} value={countText(delivered.impressions)} />;
  return (
    <Cell
      name={name}
      value={t('booking.format.deliveredOfTotal', { delivered: goal.delivered, total: goal.total })}
      note={
        <>
          <PacingBar {...progress} text={progressText(progress)} />
          {goal.planned !== null && t('booking.format.plannedByNow', { planned: goal.planned })}
        </>
      }
    />
  );
}

/** Delivered and forecast events. The forecast takes a moment. */
function ExpectedAtEnd({ booking }: { readonly booking: Booking }) {
  const { data, isError, refetch } = useQuery(bookingForecastQuery(booking));
  const name = t('booking.label.expectedAtEnd');
  if (data === undefined && isError) {
    return (
      <Cell
        name={name}
        value="–"
        note={
          <Anchor component="button" type="button" inherit onClick={() => void refetch()}>
            {t('common.action.retry')}
          </Anchor>
        }
      />
    );
  }
  if (data === undefined) return <Cell name={name} value={<Skeleton height={20} width={96} my={4} />} note="" />;
  const total = Math.round(data.delivered + data.expected);
  const end = t('booking.format.byDay', { day: lastDayText(data.to, booking.timeZones[0]) });
  const note = data.goal === null ? end : `${goalNote(total - data.goal)} ${end}`;
  return <Cell name={name} value={countText(total)} note={note} />;
}

function goalNote(difference: number): string {
  return difference < 0
    ? t('booking.format.belowGoal', { count: -difference })
    : t('booking.format.aboveGoal', { count: difference });
}

/** Impressions today. The plan is that of the whole day, so it is not compared with them. */
function Today({ booking }: { readonly booking: Booking }) {
  const { today } = booking.delivered;
  const planned = planPerDay(booking)?.(wallTimeOf(new Date(), booking.timeZones[0] ?? 'UTC').slice(0, 10)) ?? 0;
  return (
    <Cell
      name={t('booking.label.today')}
      value={countText(today.impressions)}
      note={planned === 0 ? undefined : t('booking.format.plannedForDay', { count: planned })}
    />
  );
}
