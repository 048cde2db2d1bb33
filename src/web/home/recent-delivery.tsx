import { Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getReport } from '../../client/generated/sdk.gen.ts';
import { dayMs } from '../../core/time/durations.ts';
import { client, dataOf } from '../api/client.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { countText, percentText } from '../labels/figures.ts';
import { TrendChart } from '../ui/display/trend-chart.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { instantText, wallTimeOf } from '../ui/time/zoned-time.ts';

const shownDays = 14;
const refreshMs = 10_000;
/** Figures appear within ten seconds; beyond a minute something is in their way. */
const lateMs = 60_000;

/** What was delivered today and on the days before, and whether the figures are up to date. */
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
    <Paper component="section" aria-label="Delivery">
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Title order={2}>Delivery</Title>
          <Text fz="xs" c="dimmed">
            Impressions per day by the clock of each publication, the last {shownDays} days
          </Text>
        </div>
        <Group gap="lg">
          <Figure name="Impressions today" value={countText(today?.impressions ?? 0)} />
          <Figure name="Clicks today" value={countText(today?.clicks ?? 0)} />
          <Figure
            name="Click rate today"
            value={percentText(
              today === undefined || today.impressions === 0 ? null : today.clicks / today.impressions,
            )}
          />
        </Group>
      </Group>
      {error !== null && <ProblemAlert error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={240} />}
      {data !== undefined && (
        <>
          <TrendChart
            label={`Impressions per day: ${data.totals.impressions} in the last ${shownDays} days`}
            data={days.map((day) => ({ time: day.slice(5), impressions: rows.get(day)?.impressions ?? 0 }))}
            series={[{ name: 'impressions', label: 'Impressions', tone: 'main' }]}
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

function freshnessText(asOf: string | null, askedAtMs: number, zone: string): string {
  if (asOf === null) return 'Nothing was counted yet.';
  const isLate = askedAtMs - Date.parse(asOf) > lateMs;
  return `${isLate ? 'The figures are late: they stand' : 'The figures stand'} as of ${instantText(asOf, zone)}.`;
}
