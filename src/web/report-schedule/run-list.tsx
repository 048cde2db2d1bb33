import { Anchor, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listReportRuns, runReportSchedule } from '../../client/generated/sdk.gen.ts';
import type { ReportRun, ReportSchedule } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { countWithNoun } from '../labels/figures.ts';
import { daysAfter } from '../report/report-query.ts';
import { useChange } from '../ui/action/use-change.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { runStatusLabels } from './schedule-labels.ts';

const shownRuns = 5;
const lookAgainMs = 3_000;

/** What a schedule made last, and the button that makes one now. */
export function RunList({ schedule }: { readonly schedule: ReportSchedule }) {
  const { id, timeZone } = schedule;
  const { data: runs } = useQuery({
    queryKey: ['report-schedules', 'runs', id],
    queryFn: () => dataOf(listReportRuns({ client, path: { id }, query: { limit: shownRuns } })),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? lookAgainMs : false),
  });
  const run = useChange({
    nouns: ['report-schedules'],
    change: () => dataOf(runReportSchedule({ client, path: { id } })),
    done: 'It is being made.',
  });
  return (
    <Box component="section" aria-label="Runs" mb="md">
      <Group justify="space-between" mb={6}>
        <Title order={3}>Runs</Title>
        {schedule.archivedAt === null && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="resume" />}
            loading={run.isPending}
            onClick={() => run.mutate(undefined)}
          >
            Run now
          </Button>
        )}
      </Group>
      {runs?.length === 0 && (
        <Text fz="sm" c="dimmed">
          None yet.
        </Text>
      )}
      <Stack gap={6}>
        {runs?.map((one) => (
          <Run key={one.id} run={one} zone={timeZone} />
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
          <ToneBadge {...runStatusLabels[status]} />
          <Text inherit>
            <Instant at={run.finishedAt ?? run.dueAt} zone={zone} />
          </Text>
        </Group>
        {downloadUrl !== null && (
          <Anchor href={downloadUrl} download fz="sm">
            Download
          </Anchor>
        )}
      </Group>
      <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {from} to {daysAfter(to, -1)}
        {rows === null ? '' : `, ${countWithNoun(rows, 'row')}`}
        {mailedTo.length === 0 ? '' : `, mailed to ${mailedTo.join(', ')}`}
      </Text>
      {problem !== null && (
        <Text fz="xs" c="var(--placard-bad)" style={{ overflowWrap: 'anywhere' }}>
          {problem}
        </Text>
      )}
    </Paper>
  );
}
