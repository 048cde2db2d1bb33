/*
 * Delivery of bookings and campaigns.
 *
 * - `delivery-trend.tsx`: the chart by day. `changes-in-period.tsx`, `chart-changes.ts`, `use-delivery-changes.ts`: edits and
 *   outages in it.
 * - `pacing-bar.tsx`: delivered and expected part of a goal. `elapsed-bar.tsx`: elapsed part of the period.
 */

import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getReport } from '../../client/generated/sdk.gen.ts';
import type { GetReportData } from '../../client/generated/types.gen.ts';
import { dayMs } from '../../core/time/durations.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { TrendChart } from '../ui/display/trend-chart.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { shortDayText, wallTimeOf } from '../ui/time/zoned-time.ts';
import { ChangesInPeriod } from './changes-in-period.tsx';
import type { DayOfChanges } from './chart-changes.ts';
import { type ChartObjects, useDeliveryChanges } from './use-delivery-changes.ts';

const maxDays = 30;
const refreshMs = 10_000;

type DeliveryTrendProps = {
  /** Time zone of the days. */
  readonly zone: string;
  /** First day of the delivery. The chart begins on this day if it is within the past 30 days. */
  readonly startDay?: string;
  /** Selects the delivery. */
  readonly filter: Pick<NonNullable<GetReportData['query']>, 'bookingId' | 'campaignId'>;
  /** Selects the changes that are marked. */
  readonly objects: ChartObjects;
  /** Planned impressions of a local day, null outside the flight. No function: no plan. */
  readonly plan: ((day: string) => number | null) | null;
};

/** Impressions per day, compared with the plan, with a marker on each day with changes and a list of these changes. */
export function DeliveryTrend({ zone, startDay, filter, objects, plan }: DeliveryTrendProps) {
  const dayAt = (ms: number) => wallTimeOf(new Date(ms), zone).slice(0, 10);
  const today = dayAt(Date.now());
  const earliest = dayAt(Date.now() - (maxDays - 1) * dayMs);
  const from = startDay === undefined || startDay < earliest ? earliest : startDay > today ? today : startDay;
  const changes = useDeliveryChanges(objects, from, zone);
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', 'delivery', filter, from],
    queryFn: () => dataOf(getReport({ client, query: { groupBy: ['day'], ...filter, from } })),
    refetchInterval: refreshMs,
  });
  const impressionsOf = new Map((data?.rows ?? []).map((row) => [row.day, row.impressions]));
  const days = daysBetween(from, today);
  const points = days.map((day) => ({
    time: shortDayText(day),
    delivered: impressionsOf.get(day) ?? 0,
    ...(plan === null ? {} : { planned: plan(day) }),
  }));
  return (
    <Paper component="section" aria-label={t('booking.title.delivery')}>
      <Title order={2}>{t('booking.title.delivery')}</Title>
      <Text fz="xs" c="dimmed" mb="sm">
        {t('booking.hint.chart', { count: days.length, timeZone: zone })}
      </Text>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={240} />}
      {data !== undefined && (
        <TrendChart
          label={t('booking.hint.chartTotal', { total: data.totals.impressions, count: days.length })}
          data={points}
          markers={markersOf(changes, days)}
          partialLabel={t('labels.text.todaySoFar')}
          series={[
            { name: 'delivered', label: t('booking.label.delivered'), tone: 'main' },
            ...(plan === null ? [] : [{ name: 'planned', label: t('booking.label.planned'), tone: 'quiet' as const }]),
          ]}
        />
      )}
      <ChangesInPeriod days={changes} />
    </Paper>
  );
}

function markersOf(changes: readonly DayOfChanges[], days: readonly string[]) {
  return changes.flatMap(({ day, entries }) => {
    const index = days.indexOf(day);
    if (index === -1) return [];
    const hint = t('activity.text.changesOfDay', { day: shortDayText(day), count: entries.length });
    return [{ index, hint }];
  });
}

function daysBetween(first: string, last: string): readonly string[] {
  const startMs = Date.parse(`${first}T00:00:00Z`);
  const count = Math.round((Date.parse(`${last}T00:00:00Z`) - startMs) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => new Date(startMs + index * dayMs).toISOString().slice(0, 10));
}
