import { Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getReport } from '../../client/generated/sdk.gen.ts';
import { dayMs } from '../../core/time/durations.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { countText, percentText } from '../labels/figures.ts';
import { TrendChart } from '../ui/display/trend-chart.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { instantText, shortDayText, wallTimeOf } from '../ui/time/zoned-time.ts';

const shownDays = 14;
const refreshMs = 10_000;
/** Reports normally update within 10 seconds. */
const delayedMs = 60_000;

/** Delivery of today and the days before, and the age of the data. */
export function RecentDelivery() {
  const zone = useZone();
  const dayOf = (daysAgo: number) => wallTimeOf(new Date(Date.now() - daysAgo * dayMs), zone).slice(0, 10);
  const from = dayOf(shownDays - 1);
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['reports', 'recent', from],
    queryFn: () => dataOf(getReport({ client, query: { groupBy: ['day'], from } })),
    refetchInterval: refreshMs,
  });
  const rows = new Map((data?.rows ?? []).map((row) => [row.day, row]));
  const today = rows.get(dayOf(0));
  const days = Array.from({ length: shownDays }, (_, index) => dayOf(shownDays - 1 - index));
  return (
    <Paper component="section" aria-label={t('shell.title.delivery')}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Title order={2}>{t('shell.title.delivery')}</Title>
          <Text fz="xs" c="dimmed">
            {t('shell.text.deliveryLead', { count: shownDays })}
          </Text>
        </div>
        <Group gap="lg">
          <Figure name={t('shell.label.impressionsToday')} value={countText(today?.impressions ?? 0)} />
          <Figure name={t('shell.label.clicksToday')} value={countText(today?.clicks ?? 0)} />
          <Figure
            name={t('shell.label.ctrToday')}
            value={percentText(
              today === undefined || today.impressions === 0 ? null : today.clicks / today.impressions,
            )}
          />
        </Group>
      </Group>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={240} />}
      {data !== undefined && (
        <>
          <TrendChart
            label={t('shell.text.deliveryChart', { total: data.totals.impressions, count: shownDays })}
            data={days.map((day) => ({ time: shortDayText(day), impressions: rows.get(day)?.impressions ?? 0 }))}
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

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <Text fz="xs" c="dimmed">
        {name}
      </Text>
      <Text fz="lg" fw={650} className="figures">
        {value}
      </Text>
    </div>
  );
}

function freshnessText(asOf: string | null, updatedAtMs: number, zone: string): string {
  if (asOf === null) return t('shell.text.noData');
  const isDelayed = updatedAtMs - Date.parse(asOf) > delayedMs;
  return t(isDelayed ? 'shell.text.dataDelayed' : 'shell.text.dataAsOf', { time: instantText(asOf, zone) });
}
