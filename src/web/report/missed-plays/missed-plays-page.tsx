import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listMissedPlays } from '../../../client/generated/sdk.gen.ts';
import type { MissedPlays } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { bookingChoices } from '../../booking/model/booking-choices.ts';
import { t } from '../../i18n/t.ts';
import { positionChoices, publicationChoices } from '../../inventory/model/inventory-choices.ts';
import { countText, shareText } from '../../labels/figures.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { MultiSelectFilter, ReferenceFilter } from '../../ui/list/list-filters.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { Page } from '../../ui/page/page.tsx';
import { numberOf, useAddress } from '../../ui/page/use-address.ts';
import { DayRangeField } from '../../ui/time/day-range-field.tsx';
import { ReportTabs } from '../report-tabs.tsx';
import { missedPlaysColumns } from './missed-plays-columns.tsx';
import { csvAddress, missedPlaysDimensions, missedPlaysPageSize, missedPlaysQueryOf } from './missed-plays-query.ts';

/** Planned plays of screens, compared with counted plays. */
export function MissedPlaysPage() {
  const [values, change] = useAddress();
  const query = missedPlaysQueryOf(values);
  const { data, error, refetch } = useQuery({
    queryKey: ['missed-plays', query],
    queryFn: () => dataOf(listMissedPlays({ client, query })),
    placeholderData: keepPreviousData,
  });
  const page = numberOf(values['page'], 1);
  return (
    <Page title={t('report.title.missedPlays')} lead={t('report.text.missedPlaysLead')}>
      <ReportTabs />
      <Filters values={values} change={change} />
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data !== undefined && data.rowCount > 0 && <Totals totals={data.totals} />}
      {error === null && (
        <DataTable
          caption={t('report.title.missedPlays')}
          columns={missedPlaysColumns(query.groupBy)}
          rows={data?.rows}
          rowKey={({ day, positionId, bookingId }) => `${day} ${positionId} ${bookingId}`}
          paging={{
            page,
            pageSize: missedPlaysPageSize,
            total: data?.rowCount ?? 0,
            onPage: (next) => change({ page: String(next) }),
          }}
          empty={
            <EmptyState icon="report" title={t('report.title.noPlannedPlays')}>
              {t('report.text.noPlannedPlays')}
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}

type Values = Readonly<Record<string, string | undefined>>;

function Filters(props: { readonly values: Values; readonly change: (changes: Values) => void }) {
  const { values, change } = props;
  const me = useMe();
  return (
    <FilterBar>
      <DayRangeField
        from={values['from']}
        until={values['until']}
        onChange={({ from, until }) => change({ from, until })}
        compact
      />
      {me.reach === 'everything' && (
        <>
          <ReferenceFilter
            {...props}
            name="publication"
            label={t('report.label.publication')}
            source={publicationChoices}
            width={180}
          />
          <ReferenceFilter
            {...props}
            name="position"
            label={t('report.label.screen')}
            source={positionChoices}
            width={180}
          />
        </>
      )}
      <ReferenceFilter
        {...props}
        name="booking"
        label={t('labels.reportDimension.booking')}
        source={bookingChoices}
        width={200}
      />
      <MultiSelectFilter
        {...props}
        name="by"
        label={t('report.label.groupBy')}
        any={t('report.label.groupBy')}
        options={missedPlaysDimensions.map(({ name, label }) => ({ value: name, label: t(label) }))}
        width={200}
      />
      <Button component="a" href={csvAddress(values)} download variant="default" leftSection={<Icon name="download" />}>
        {t('report.action.export')}
      </Button>
    </FilterBar>
  );
}

function Totals({ totals: { planned, played, missed, missedPercent } }: Pick<MissedPlays, 'totals'>) {
  return (
    <Text fz="sm" mb="sm">
      {t('report.text.missedPlaysTotal', {
        planned: countText(planned),
        played: countText(played),
        missed: countText(missed),
        rate: shareText((missedPercent ?? 0) / 100),
      })}
    </Text>
  );
}
