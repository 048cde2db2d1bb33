import { expect, test } from 'vitest';
import type { ReportRow } from '../../../client/generated/types.gen.ts';
import type { GridColumn } from '../../../core/reporting/grid-shape.ts';
import type { ReportMetric } from '../../../core/reporting/report-metrics.ts';
import { intervalText } from './report-labels.ts';

const row = { impressions: 1_000, viewables: 500, clicks: 12 } as ReportRow;

function column(metric: ReportMetric, kind: GridColumn<ReportRow>['kind'] = 'measure'): GridColumn<ReportRow> {
  return { id: metric, measure: { metric, currency: null }, kind, row: null };
}

test('rates of creatives have a confidence interval', () => {
  expect(intervalText(row, column('ctrPercent'), ['booking', 'creative'])).toBe('95% CI: 0.69% to 2.09%');
  expect(intervalText(row, column('viewabilityPercent'), ['creative'])).toBe('95% CI: 46.91% to 53.09%');
});

test('other metrics, other groupings, pivots and rows without impressions have no confidence interval', () => {
  const others = [
    intervalText(row, column('clicks'), ['creative']),
    intervalText(row, column('ctrPercent'), ['booking', 'day']),
    intervalText(row, column('ctrPercent', 'pivot'), ['creative']),
    intervalText({ ...row, impressions: 0, clicks: 0 }, column('ctrPercent'), ['creative']),
  ];
  expect(others).toEqual([null, null, null, null]);
});
