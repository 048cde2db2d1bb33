import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { TrendChart } from '../ui/display/trend-chart.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { instantText, shortDayText } from '../ui/time/zoned-time.ts';
import { dayAgo, recentDaysQuery } from './recent-days.ts';

const shownDays = 14;
/** Pixels. */
const chartHeight = 240;
/** Reports normally update within 10 seconds. */
const delayedMs = 60_000;

/** Impressions of the complete days before today and of today so far, and the age of the data. */
export function RecentDelivery() {
  const zone = useZone();
  const { data, error, refetch, dataUpdatedAt } = useQuery(recentDaysQuery(zone));
  const rows = new Map((data?.days ?? []).map((row) => [row.day, row]));
  const days = Array.from({ length: shownDays + 1 }, (_, index) => dayAgo(shownDays - index, zone));
  const impressions = days.map((day) => rows.get(day)?.impressions ?? 0);
  const today = impressions.at(-1) ?? 0;
  const total = impressions.reduce((sum, count) => sum + count, 0) - today;
  if (data !== undefined && total + today === 0) return <NoDelivery />;
  return (
    <Paper component="section" aria-label={t('shell.title.delivery')}>
      <Title order={2}>{t('shell.title.delivery')}</Title>
      <Text fz="xs" c="dimmed" mb="sm">
        {t('shell.text.deliveryLead', { count: shownDays })}
      </Text>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={chartHeight} />}
      {data !== undefined && (
        <>
          <TrendChart
            label={t('shell.text.deliveryChart', { total, today, count: shownDays })}
            data={days.map((day, index) => ({ time: shortDayText(day), impressions: impressions[index] ?? 0 }))}
            partialLabel={t('labels.text.todaySoFar')}
            series={[{ name: 'impressions', label: t('labels.counter.impressions'), tone: 'main' }]}
          />
          <Text fz="xs" c="dimmed" mt="xs">
            {freshnessText(data.asOf, dataUpdatedAt, zone)}
          </Text>
        </>
      )}
    </Paper>
  );
}

function NoDelivery() {
  return (
    <Paper component="section" aria-label={t('shell.title.delivery')}>
      <Title order={2}>{t('shell.title.delivery')}</Title>
      <Text fz="sm" c="dimmed">
        {t('shell.text.noImpressions', { count: shownDays })}
      </Text>
    </Paper>
  );
}

function freshnessText(asOf: string | null, updatedAtMs: number, zone: string): string {
  if (asOf === null) return t('shell.text.noData');
  const isDelayed = updatedAtMs - Date.parse(asOf) > delayedMs;
  return t(isDelayed ? 'shell.text.dataDelayed' : 'shell.text.dataAsOf', { time: instantText(asOf, zone) });
}
