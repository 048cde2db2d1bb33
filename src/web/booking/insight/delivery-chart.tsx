import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getReport } from '../../../client/generated/sdk.gen.ts';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { TrendChart } from '../../ui/display/trend-chart.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { shortDayText, wallTimeOf } from '../../ui/time/zoned-time.ts';
import { planPerDay } from './plan-per-day.ts';

const shownDays = 30;
const refreshMs = 10_000;

/** Impressions per day, compared with the plan. */
export function DeliveryChart({ booking }: { readonly booking: Booking }) {
  const zone = booking.timeZones[0] ?? 'UTC';
  const from = wallTimeOf(new Date(Date.now() - (shownDays - 1) * dayMs), zone).slice(0, 10);
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', 'booking', booking.id, from],
    queryFn: () => dataOf(getReport({ client, query: { groupBy: ['day'], bookingId: [booking.id], from } })),
    refetchInterval: refreshMs,
  });
  const plan = planPerDay(booking);
  const impressionsOf = new Map((data?.rows ?? []).map((row) => [row.day, row.impressions]));
  const points = daysFrom(from, shownDays).map((day) => ({
    time: shortDayText(day),
    delivered: impressionsOf.get(day) ?? 0,
    ...(plan === null ? {} : { planned: plan(day) }),
  }));
  return (
    <Paper component="section" aria-label={t('booking.title.delivery')}>
      <Title order={2}>{t('booking.title.delivery')}</Title>
      <Text fz="xs" c="dimmed" mb="sm">
        {t('booking.hint.chart', { count: shownDays, timeZone: zone })}
      </Text>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={240} />}
      {data !== undefined && (
        <TrendChart
          label={t('booking.hint.chartTotal', { total: data.totals.impressions, count: shownDays })}
          data={points}
          series={[
            { name: 'delivered', label: t('booking.label.delivered'), tone: 'main' },
            ...(plan === null ? [] : [{ name: 'planned', label: t('booking.label.planned'), tone: 'quiet' as const }]),
          ]}
        />
      )}
    </Paper>
  );
}

function daysFrom(first: string, count: number): readonly string[] {
  const startMs = Date.parse(`${first}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => new Date(startMs + index * dayMs).toISOString().slice(0, 10));
}
