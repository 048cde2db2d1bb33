import { useState } from 'react';
import type { Report, ReportRow } from '../../client/generated/types.gen.ts';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { chartKeyOf, dimensionLabels, measures } from './report-labels.ts';
import type { ReportParameters } from './report-query.ts';

const pageSize = 100;

/** Rows as they were asked for, and their sum first. */
export function ReportTable({
  asked,
  report,
  before,
}: {
  readonly asked: ReportParameters;
  readonly report: Report;
  readonly before: Report | undefined;
}) {
  const [page, setPage] = useState(1);
  const { rows } = report;
  const total = { ...report.totals, isTotal: true } as ReportRow & { readonly isTotal: true };
  const shown = [total, ...rows.slice((page - 1) * pageSize, page * pageSize)];
  return (
    <DataTable
      caption="Report"
      columns={columnsOf(asked, before)}
      rows={shown}
      rowKey={(row) => ('isTotal' in row ? 'total' : asked.groupBy.map((dimension) => keyOf(row, dimension)).join(' '))}
      paging={{ page, pageSize, total: rows.length, onPage: setPage }}
    />
  );
}

function columnsOf(asked: ReportParameters, before: Report | undefined): readonly TableColumn<ReportRow>[] {
  return [
    ...asked.groupBy.map((dimension, index) => ({
      key: dimension,
      title: dimensionLabels[dimension],
      nowrap: (dimension === 'day' || dimension === 'hour' || undefined) as true | undefined,
      render: (row: ReportRow) => {
        if ('isTotal' in row) return index === 0 ? <strong>In all</strong> : '';
        return chartKeyOf(row, dimension);
      },
    })),
    ...asked.measures.map((name) => ({
      key: name,
      title: measures[name].text,
      align: 'end' as const,
      render: (row: ReportRow) => {
        const text = measures[name].read(row);
        if (!('isTotal' in row)) return text;
        const past = before === undefined ? '' : ` (before: ${measures[name].read(before.totals)})`;
        return <strong>{`${text}${past}`}</strong>;
      },
    })),
  ];
}

function keyOf(row: ReportRow, dimension: ReportParameters['groupBy'][number]): string {
  if (dimension === 'day' || dimension === 'hour') return row[dimension] ?? '';
  return String(row[`${dimension}Id`] ?? 'unknown');
}
