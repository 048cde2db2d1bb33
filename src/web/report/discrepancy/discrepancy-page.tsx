import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listDiscrepancies } from '../../../client/generated/sdk.gen.ts';
import type { Discrepancies } from '../../../client/generated/types.gen.ts';
import { csvText } from '../../../core/vocabulary/csv-cell.ts';
import { client, dataOf } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { countText, relativeChangeText } from '../../labels/figures.ts';
import { ToneBadge } from '../../ui/display/badges.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { saveCsv } from '../../ui/display/save-file.ts';
import { DataTable, type TableColumn } from '../../ui/list/data-table.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ReportTabs } from '../report-tabs.tsx';
import { ImportCountsDialog } from './import-counts-dialog.tsx';

type Row = Discrepancies['rows'][number];
type Compared = Row['impressions'];

const metrics = ['impressions', 'viewables', 'clicks'] as const;

/** Differences between the counts of third parties and those of Placard, by booking and third party. */
export function DiscrepancyPage() {
  const me = useMe();
  /** null: that of the account. */
  const [threshold, setThreshold] = useState<number | null>(null);
  const [isImporting, setImporting] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['discrepancies', threshold],
    queryFn: () =>
      dataOf(listDiscrepancies({ client, query: threshold === null ? {} : { thresholdPercent: threshold } })),
  });
  const open = me.may('conversions:write') ? () => setImporting(true) : null;
  return (
    <Page title={t('report.title.discrepancies')} lead={t('report.text.discrepanciesLead')}>
      <ReportTabs />
      <Group align="flex-end" mb="md">
        <NumberInput
          label={t('report.label.threshold')}
          min={0}
          max={100}
          allowDecimal={false}
          value={threshold ?? data?.thresholdPercent ?? ''}
          onChange={(value) => setThreshold(Number(value))}
          w={180}
        />
        {open !== null && (
          <Button leftSection={<Icon name="upload" />} variant="default" onClick={open}>
            {t('report.action.importCounts')}
          </Button>
        )}
        {data !== undefined && data.rows.length > 0 && (
          <Button leftSection={<Icon name="download" />} variant="default" onClick={() => exportRows(data.rows)}>
            {t('report.action.export')}
          </Button>
        )}
      </Group>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      <DataTable
        caption={t('report.title.discrepancies')}
        columns={columns()}
        rows={data?.rows}
        rowKey={({ bookingId, source }) => `${bookingId} ${source}`}
        empty={
          <EmptyState icon="report" title={t('report.title.noDiscrepancies')}>
            {t('report.text.noDiscrepancies')}
          </EmptyState>
        }
      />
      {isImporting && <ImportCountsDialog close={() => setImporting(false)} />}
    </Page>
  );
}

function columns(): readonly TableColumn<Row>[] {
  return [
    {
      key: 'booking',
      title: t('labels.reportDimension.booking'),
      render: ({ bookingId, bookingName }) => <TextLink to={`/bookings/${bookingId}`}>{bookingName}</TextLink>,
    },
    { key: 'source', title: t('report.label.source'), render: ({ source }) => source },
    { key: 'days', title: t('report.label.days'), align: 'end', render: ({ days }) => countText(days) },
    ...metrics.map(
      (metric): TableColumn<Row> => ({
        key: metric,
        title: t(`labels.counter.${metric}`),
        align: 'end',
        render: (row) => <Difference compared={row[metric]} />,
      }),
    ),
  ];
}

/** The difference in percent, with both counts below it. */
function Difference({ compared }: { readonly compared: Compared }) {
  if (compared === null) return null;
  const { percent, counted, thirdParty, exceeded } = compared;
  const text = percent === null ? countText(thirdParty) : relativeChangeText(percent / 100);
  return (
    <div>
      {exceeded ? <ToneBadge tone="bad" text={text} /> : text}
      <Text fz="xs" c="dimmed">
        {`${countText(thirdParty)} / ${countText(counted)}`}
      </Text>
    </div>
  );
}

/** Saves the rows as a CSV file, one line for each metric. */
function exportRows(rows: readonly Row[]): void {
  const lines = rows.flatMap((row) =>
    metrics.flatMap((metric) => {
      const compared = row[metric];
      if (compared === null) return [];
      const { counted, thirdParty, difference, percent } = compared;
      const { bookingId, bookingName, source, from, to } = row;
      return [[bookingId, bookingName, source, from, to, metric, counted, thirdParty, difference, percent]];
    }),
  );
  const header = ['bookingId', 'bookingName', 'source', 'from', 'to', 'metric', 'counted', 'thirdParty', 'difference'];
  saveCsv('discrepancies.csv', csvText([[...header, 'percent'], ...lines]));
}
