import { Button, Group, MultiSelect, Paper, Stack, Switch, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getReport } from '../../client/generated/sdk.gen.ts';
import type { Report } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { bookingChoices } from '../booking/model/booking-choices.ts';
import { campaignChoices } from '../campaign/campaign-choices.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { conjunctionText } from '../labels/figures.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceMultiSelect } from '../ui/field/reference-select.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { listOf, listText, useAddress } from '../ui/page/use-address.ts';
import { DayRangeField } from '../ui/time/day-range-field.tsx';
import { instantText, wallTimeOf } from '../ui/time/zoned-time.ts';
import { ReportChart } from './report-chart.tsx';
import { dimensions, metrics } from './report-labels.ts';
import {
  fileAddress,
  previousPeriodQuery,
  queryOf,
  type ReportParameters,
  reportParametersOf,
} from './report-query.ts';
import { ReportTable } from './report-table.tsx';
import { ReportTabs } from './report-tabs.tsx';

const refreshMs = 15_000;
const brands = brandChoices();

/** A report with any metrics and dimensions, as a chart, a table and a file. */
export function ReportPage() {
  const [values, change] = useAddress();
  const zone = useZone();
  const parameters = reportParametersOf(values, wallTimeOf(new Date(), zone).slice(0, 10));
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', 'page', queryOf(parameters)],
    queryFn: () => dataOf(getReport({ client, query: queryOf(parameters) })),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
  const previous = useQuery({
    queryKey: ['reports', 'page', previousPeriodQuery(parameters)],
    queryFn: () => dataOf(getReport({ client, query: previousPeriodQuery(parameters) })),
    enabled: parameters.compares,
  });
  return (
    <Page
      title={t('report.title.reports')}
      lead={data === undefined ? undefined : freshnessText(data)}
      actions={
        <>
          <ButtonLink
            to="/reports/schedules"
            search={{ ...values, item: 'new' }}
            variant="default"
            leftSection={<Icon name="clock" />}
          >
            {t('report.action.schedule')}
          </ButtonLink>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              href={fileAddress(parameters, format)}
              download
              variant="default"
              leftSection={<Icon name="download" />}
            >
              {t(`report.exportAs.${format}`)}
            </Button>
          ))}
        </>
      }
    >
      <ReportTabs />
      <ReportControls parameters={parameters} values={values} change={change} />
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data !== undefined && data.rows.length === 0 && (
        <EmptyState icon="report" title={t('report.title.noData')}>
          {t('report.text.noData')}
        </EmptyState>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <Stack gap="md">
          <ReportChart
            parameters={parameters}
            report={data}
            previous={parameters.compares ? previous.data : undefined}
          />
          <ReportTable
            parameters={parameters}
            report={data}
            previous={parameters.compares ? previous.data : undefined}
          />
        </Stack>
      )}
    </Page>
  );
}

function ReportControls({
  parameters,
  values,
  change,
}: {
  readonly parameters: ReportParameters;
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}) {
  const ids = (name: string) => listOf(values[name]).map(Number);
  return (
    <Paper mb="md" component="search">
      <Group gap="sm" align="flex-start">
        <DayRangeField
          from={parameters.from}
          until={parameters.until}
          onChange={({ from, until }) => change({ from: from ?? parameters.from, until: until ?? parameters.until })}
        />
        <MultiSelect
          label={t('report.label.groupBy')}
          data={dimensions.map((value) => ({ value, label: t(`labels.reportDimension.${value}`) }))}
          value={[...parameters.groupBy]}
          onChange={(chosen) => change({ by: listText(chosen) })}
          w={{ base: '100%', xs: 240 }}
        />
        <MultiSelect
          label={t('report.label.metrics')}
          data={Object.entries(metrics).map(([value, { label }]) => ({ value, label: t(label) }))}
          value={[...parameters.metrics]}
          onChange={(chosen) => change({ show: listText(chosen) })}
          w={{ base: '100%', sm: 420 }}
        />
        <ReferenceMultiSelect
          label={t('report.label.campaigns')}
          placeholder={ids('campaign').length === 0 ? t('report.label.all') : ''}
          source={campaignChoices}
          value={ids('campaign')}
          onChange={(chosen) => change({ campaign: listText(chosen) })}
          w={{ base: '100%', xs: 220 }}
        />
        <ReferenceMultiSelect
          label={t('report.label.bookings')}
          placeholder={ids('booking').length === 0 ? t('report.label.all') : ''}
          source={bookingChoices}
          value={ids('booking')}
          onChange={(chosen) => change({ booking: listText(chosen) })}
          w={{ base: '100%', xs: 220 }}
        />
        <ReferenceMultiSelect
          label={t('report.label.brands')}
          placeholder={ids('brand').length === 0 ? t('report.label.all') : ''}
          source={brands}
          value={ids('brand')}
          onChange={(chosen) => change({ brand: listText(chosen) })}
          w={{ base: '100%', xs: 200 }}
        />
        <Switch
          label={t('report.label.compare')}
          checked={parameters.compares}
          onChange={(event) => change({ compare: event.currentTarget.checked ? 'yes' : undefined })}
          mt={30}
        />
      </Group>
    </Paper>
  );
}

function freshnessText({ asOf, final, timeZones }: Report) {
  const zones =
    timeZones.length === 0
      ? null
      : t('report.text.timeZones', { count: timeZones.length, timeZones: conjunctionText(timeZones) });
  const state =
    asOf === null
      ? t('report.text.noCounts')
      : t(final ? 'report.text.final' : 'report.text.preliminary', { time: instantText(asOf, timeZones[0]) });
  return (
    <Text inherit>
      {state} {zones}
    </Text>
  );
}
