import { Button, Text } from '@mantine/core';
import { listReportSchedules } from '../../client/generated/sdk.gen.ts';
import type { ListReportSchedulesData, ReportSchedule } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { ReportTabs } from '../report/report-tabs.tsx';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { ScheduleDrawer } from './schedule-drawer.tsx';
import { recipientsText, reportText, runStatusLabels, scheduleStatus, scheduleText } from './schedule-labels.ts';

type Sort = NonNullable<NonNullable<ListReportSchedulesData['query']>['sort']>;

/** The reports that are made by themselves for who is signed in. */
export function ScheduleListPage() {
  const { values, change, ...list } = useList({
    noun: 'report-schedules',
    sort: 'name' as Sort,
    fetch: (query) => listReportSchedules({ client, query }),
  });
  const { item } = values;
  const open = (id: number) => change({ item: String(id), page: values['page'] });
  // What a report's page sent along was of the new one alone.
  const close = () => {
    change(Object.fromEntries([...Object.keys(values), 'item'].map((name) => [name, undefined])));
    // A run that was under way may have ended meanwhile.
    list.again();
  };
  return (
    <Page
      title="Schedules"
      lead="Reports that are made by themselves and sent to you. Others do not see yours."
      actions={
        <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
          New schedule
        </Button>
      }
    >
      <ReportTabs />
      <ListTable
        caption="Schedules"
        list={list}
        columns={columnsOf(open)}
        empty={
          <EmptyState icon="clock" title="Nothing is scheduled yet">
            Look at a report as you want it, and choose “Schedule”. It is then made every day, week or month, and mailed
            or told to webhooks.
          </EmptyState>
        }
      />
      {item === 'new' && <ScheduleDrawer id={null} address={values} close={close} />}
      {item !== undefined && item !== 'new' && (
        <ScheduleDrawer key={item} id={numberOf(item, 0)} address={values} close={close} />
      )}
    </Page>
  );
}

function columnsOf(open: (id: number) => void): readonly TableColumn<ReportSchedule>[] {
  return [
    {
      key: 'name',
      title: 'Schedule',
      sort: 'name',
      render: ({ id, name, report }) => (
        <div>
          <NameButton name={name} onOpen={() => open(id)} />
          <Text fz="xs" c="dimmed">
            {reportText(report)}
          </Text>
        </div>
      ),
    },
    { key: 'standing', title: 'State', nowrap: true, render: (row) => <ToneBadge {...scheduleStatus(row)} /> },
    { key: 'when', title: 'When', render: scheduleText },
    { key: 'to', title: 'To', render: recipientsText },
    {
      key: 'last',
      title: 'Last',
      render: ({ lastRun, timeZone }) =>
        lastRun === null ? (
          '–'
        ) : (
          <div>
            {runStatusLabels[lastRun.status].text} <Instant at={lastRun.finishedAt ?? lastRun.dueAt} zone={timeZone} />
          </div>
        ),
    },
    {
      key: 'next',
      title: 'Next',
      nowrap: true,
      render: ({ nextRunAt, timeZone }) => (nextRunAt === null ? '–' : <Instant at={nextRunAt} zone={timeZone} />),
    },
  ];
}
