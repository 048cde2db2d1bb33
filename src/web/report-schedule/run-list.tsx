import { Anchor, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listReportRuns, runReportSchedule } from '../../client/generated/sdk.gen.ts';
import type { ReportRun, ReportSchedule } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { conjunctionText } from '../labels/figures.ts';
import { daysAfter } from '../report/model/report-query.ts';
import { useChange } from '../ui/action/use-change.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { calendarDayText } from '../ui/time/zoned-time.ts';
import { runStatusLabel } from './schedule-labels.ts';

const shownRuns = 5;
const refreshMs = 3_000;

/** The latest runs of a schedule, and a button that starts a run. */
export function RunList({ schedule }: { readonly schedule: ReportSchedule }) {
  const { id, timeZone } = schedule;
  const { data: runs } = useQuery({
    queryKey: ['report-schedules', 'runs', id],
    queryFn: () => dataOf(listReportRuns({ client, path: { id }, query: { limit: shownRuns } })),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? refreshMs : false),
  });
  const run = useChange({
    nouns: ['report-schedules'],
    change: () => dataOf(runReportSchedule({ client, path: { id } })),
    done: () => t('report.text.runStarted'),
  });
  return (
    <Box component="section" aria-label={t('report.title.runs')} mb="md">
      <Group justify="space-between" mb={6}>
        <Title order={3}>{t('report.title.runs')}</Title>
        {schedule.archivedAt === null && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="resume" />}
            loading={run.isPending}
            onClick={() => run.mutate(undefined)}
          >
            {t('report.action.runNow')}
          </Button>
        )}
      </Group>
      {runs?.length === 0 && (
        <Text fz="sm" c="dimmed">
          {t('report.text.noRuns')}
        </Text>
      )}
      <Stack gap={6}>
        {runs?.map((shownRun) => (
          <Run key={shownRun.id} run={shownRun} zone={timeZone} />
        ))}
      </Stack>
    </Box>
  );
}

function Run({ run, zone }: { readonly run: ReportRun; readonly zone: string }) {
  const { status, from, to, rows, mailedTo, problem, downloadUrl } = run;
  return (
    <Paper p="xs" fz="sm">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <ToneBadge {...runStatusLabel(status)} />
          <Text inherit>
            <Instant at={run.finishedAt ?? run.dueAt} zone={zone} />
          </Text>
        </Group>
        {downloadUrl !== null && (
          <Anchor href={downloadUrl} download fz="sm">
            {t('common.action.download')}
          </Anchor>
        )}
      </Group>
      <Group gap="sm" fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <span>{t('report.text.days', { from: calendarDayText(from), to: calendarDayText(daysAfter(to, -1)) })}</span>
        {rows !== null && <span>{t('report.text.rows', { count: rows })}</span>}
        {mailedTo.length > 0 && <span>{t('report.text.mailedTo', { recipients: conjunctionText(mailedTo) })}</span>}
      </Group>
      {problem !== null && (
        <Text fz="xs" c="var(--placard-bad)" style={{ overflowWrap: 'anywhere' }}>
          {problem}
        </Text>
      )}
    </Paper>
  );
}
