import { Button, Text } from '@mantine/core';
import { listReportSchedules } from '../../client/generated/sdk.gen.ts';
import type { ListReportSchedulesData, ReportSchedule } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
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
import { recipientsText, reportText, runStatusLabel, scheduleStatus, scheduleText } from './schedule-labels.ts';

type Sort = NonNullable<NonNullable<ListReportSchedulesData['query']>['sort']>;

/** The report schedules of the signed-in user. */
export function ScheduleListPage() {
  const { values, change, ...list } = useList({
    noun: 'report-schedules',
    sort: 'name' as Sort,
    fetch: (query) => listReportSchedules({ client, query }),
  });
  const { item } = values;
  const open = (id: number) => change({ item: String(id), page: values['page'] });
  // The search parameters of the report page apply only to a new schedule.
  const close = () => {
    change(Object.fromEntries([...Object.keys(values), 'item'].map((name) => [name, undefined])));
    // A run may have finished while the drawer was open.
    list.refresh();
  };
  return (
    <Page
      title={t('report.title.schedules')}
      lead={t('report.text.schedulesLead')}
      actions={
        <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
          {t('labels.newResource.report-schedules')}
        </Button>
      }
    >
      <ReportTabs />
      <ListTable
        caption={t('report.title.schedules')}
        list={list}
        columns={columnsOf(open)}
        empty={
          <EmptyState icon="clock" title={t('report.title.noSchedules')}>
            {t('report.text.noSchedules')}
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
      title: t('report.label.schedule'),
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
    {
      key: 'status',
      title: t('common.label.status'),
      nowrap: true,
      render: (row) => <ToneBadge {...scheduleStatus(row)} />,
    },
    { key: 'when', title: t('report.label.frequency'), render: scheduleText },
    { key: 'to', title: t('report.label.recipients'), render: recipientsText },
    {
      key: 'last',
      title: t('report.label.lastRun'),
      render: ({ lastRun, timeZone }) =>
        lastRun === null ? null : (
          <div>
            <RichText
              id="report.text.lastRun"
              values={{
                status: runStatusLabel(lastRun.status).text,
                time: <Instant at={lastRun.finishedAt ?? lastRun.dueAt} zone={timeZone} />,
              }}
            />
          </div>
        ),
    },
    {
      key: 'next',
      title: t('report.label.nextRun'),
      nowrap: true,
      render: ({ nextRunAt, timeZone }) => (nextRunAt === null ? null : <Instant at={nextRunAt} zone={timeZone} />),
    },
  ];
}
