import { useState } from 'react';
import type { Report, ReportRow } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { dimensionText, metrics } from './report-labels.ts';
import type { ReportParameters } from './report-query.ts';

const pageSize = 100;

/** The rows of a report, after a row with their total. */
export function ReportTable({
  parameters,
  report,
  previous,
}: {
  readonly parameters: ReportParameters;
  readonly report: Report;
  readonly previous: Report | undefined;
}) {
  const [page, setPage] = useState(1);
  const { rows } = report;
  const total = { ...report.totals, isTotal: true } as ReportRow & { readonly isTotal: true };
  const shown = [total, ...rows.slice((page - 1) * pageSize, page * pageSize)];
  return (
    <DataTable
      caption={t('report.label.report')}
      columns={columnsOf(parameters, previous)}
      rows={shown}
      rowKey={(row) =>
        'isTotal' in row ? 'total' : parameters.groupBy.map((dimension) => keyOf(row, dimension)).join(' ')
      }
      paging={{ page, pageSize, total: rows.length, onPage: setPage }}
    />
  );
}

function columnsOf(parameters: ReportParameters, previous: Report | undefined): readonly TableColumn<ReportRow>[] {
  return [
    ...parameters.groupBy.map((dimension, index) => ({
      key: dimension,
      title: t(`labels.reportDimension.${dimension}`),
      nowrap: (dimension === 'day' || dimension === 'hour' || undefined) as true | undefined,
      render: (row: ReportRow) => {
        if ('isTotal' in row) return index === 0 ? <strong>{t('report.label.total')}</strong> : '';
        return dimensionText(row, dimension);
      },
    })),
    ...parameters.metrics.map((name) => ({
      key: name,
      title: t(metrics[name].label),
      align: 'end' as const,
      render: (row: ReportRow) => {
        const value = metrics[name].toText(row);
        if (!('isTotal' in row)) return value;
        if (previous === undefined) return <strong>{value}</strong>;
        const text = t('report.text.withPrevious', { value, previous: metrics[name].toText(previous.totals) });
        return <strong>{text}</strong>;
      },
    })),
  ];
}

function keyOf(row: ReportRow, dimension: ReportParameters['groupBy'][number]): string {
  if (dimension === 'day' || dimension === 'hour') return row[dimension] ?? '';
  return String(row[`${dimension}Id`] ?? 'unknown');
}
