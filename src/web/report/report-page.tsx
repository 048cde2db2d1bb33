import { Button, Group, MultiSelect, Paper, Stack, Switch, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getReport } from '../../client/generated/sdk.gen.ts';
import type { Report } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { bookingChoices } from '../booking/model/booking-choices.ts';
import { campaignChoices } from '../campaign/campaign-choices.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceMultiSelect } from '../ui/field/reference-select.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { listOf, listText, useAddress } from '../ui/page/use-address.ts';
import { instantText, wallTimeOf } from '../ui/time/zoned-time.ts';
import { ReportChart } from './report-chart.tsx';
import { dimensionLabels, measures } from './report-labels.ts';
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
const dimensionOptions = Object.entries(dimensionLabels).map(([value, label]) => ({ value, label }));
const measureOptions = Object.entries(measures).map(([value, { text }]) => ({ value, label: text }));

/** Any measures by any dimensions: as a chart, a table and a file. */
export function ReportPage() {
  const [values, change] = useAddress();
  const zone = useZone();
  const asked = reportParametersOf(values, wallTimeOf(new Date(), zone).slice(0, 10));
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', 'page', queryOf(asked)],
    queryFn: () => dataOf(getReport({ client, query: queryOf(asked) })),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
  const before = useQuery({
    queryKey: ['reports', 'page', previousPeriodQuery(asked)],
    queryFn: () => dataOf(getReport({ client, query: previousPeriodQuery(asked) })),
    enabled: asked.compares,
  });
  return (
    <Page
      title="Reports"
      lead={data === undefined ? undefined : standText(data)}
      actions={
        <>
          <ButtonLink
            to="/reports/schedules"
            search={{ ...values, item: 'new' }}
            variant="default"
            leftSection={<Icon name="clock" />}
          >
            Schedule
          </ButtonLink>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              href={fileAddress(asked, format)}
              download
              variant="default"
              leftSection={<Icon name="download" />}
            >
              {format === 'csv' ? 'CSV' : 'Excel'}
            </Button>
          ))}
        </>
      }
    >
      <ReportTabs />
      <Choices asked={asked} values={values} change={change} />
      {error !== null && <ProblemAlert error={error} again={() => void refetch()} />}
      {data !== undefined && data.rows.length === 0 && (
        <EmptyState icon="report" title="Nothing was counted in these days">
          Figures appear within ten seconds of an impression. Choose other days, or fewer filters.
        </EmptyState>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <Stack gap="md">
          <ReportChart asked={asked} report={data} before={asked.compares ? before.data : undefined} />
          <ReportTable asked={asked} report={data} before={asked.compares ? before.data : undefined} />
        </Stack>
      )}
    </Page>
  );
}

function Choices({
  asked,
  values,
  change,
}: {
  readonly asked: ReportParameters;
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}) {
  const ids = (name: string) => listOf(values[name]).map(Number);
  return (
    <Paper mb="md" component="search">
      <Group gap="sm" align="flex-start">
        <DatePickerInput
          label="Days"
          valueFormat="D MMM YYYY"
          type="range"
          value={[asked.from, asked.until]}
          onChange={([from, until]) => {
            if (from !== null && until !== null) change({ from, until });
            else if (from !== null) change({ from, until: from });
          }}
          w={{ base: '100%', xs: 240 }}
        />
        <MultiSelect
          label="By"
          data={dimensionOptions}
          value={[...asked.groupBy]}
          onChange={(chosen) => change({ by: listText(chosen) })}
          w={{ base: '100%', xs: 240 }}
        />
        <MultiSelect
          label="Figures"
          data={measureOptions}
          value={[...asked.measures]}
          onChange={(chosen) => change({ show: listText(chosen) })}
          w={{ base: '100%', sm: 420 }}
        />
        <ReferenceMultiSelect
          label="Campaigns"
          placeholder={ids('campaign').length === 0 ? 'All' : ''}
          source={campaignChoices}
          value={ids('campaign')}
          onChange={(chosen) => change({ campaign: listText(chosen) })}
          w={{ base: '100%', xs: 220 }}
        />
        <ReferenceMultiSelect
          label="Bookings"
          placeholder={ids('booking').length === 0 ? 'All' : ''}
          source={bookingChoices}
          value={ids('booking')}
          onChange={(chosen) => change({ booking: listText(chosen) })}
          w={{ base: '100%', xs: 220 }}
        />
        <ReferenceMultiSelect
          label="Brands"
          placeholder={ids('brand').length === 0 ? 'All' : ''}
          source={brands}
          value={ids('brand')}
          onChange={(chosen) => change({ brand: listText(chosen) })}
          w={{ base: '100%', xs: 200 }}
        />
        <Switch
          label="Compare with the days before"
          checked={asked.compares}
          onChange={(event) => change({ compare: event.currentTarget.checked ? 'yes' : undefined })}
          mt={30}
        />
      </Group>
    </Paper>
  );
}

function standText({ asOf, final, timeZones }: Report) {
  const clocks = timeZones.length === 0 ? '' : ` Days by the clock of ${timeZones.join(', ')}.`;
  if (asOf === null) return <Text inherit>Nothing was counted yet.{clocks}</Text>;
  const state = final ? 'Final' : 'Not final yet: late events may still come';
  return `${state}. As of ${instantText(asOf, timeZones[0])}.${clocks}`;
}
