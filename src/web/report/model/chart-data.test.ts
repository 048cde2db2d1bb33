import { expect, test } from 'vitest';
import type { ReportRow } from '../../../client/generated/types.gen.ts';
import { chartDataOf } from './chart-data.ts';

const measure = { metric: 'shareOfVoicePercent', currency: null } as const;

function row(brandId: number, day: string, impressions: number, inventoryImpressions: number): ReportRow {
  return { brandId, brandName: `Brand ${brandId}`, day, impressions, inventoryImpressions } as ReportRow;
}

const rows = [row(1, '2026-11-20', 30, 100), row(1, '2026-11-21', 10, 50), row(2, '2026-11-20', 70, 100)];

test('draws the share of voice of each buyer, 0 without a row, and stacks buyers', () => {
  const data = chartDataOf(rows, { measure, groupBy: ['brand', 'day'], pivot: null, times: [], before: null });
  expect(data?.categories.map(({ key }) => key)).toEqual(['2026-11-20', '2026-11-21']);
  expect(data?.series.map(({ row: one, values }) => [one?.brandId, values])).toEqual([
    [2, [70, 0]],
    [1, [30, 20]],
  ]);
  expect(data?.isAdditive).toBe(true);
});

test('the share of voice of combined series and of the comparison period counts the inventory once', () => {
  const many = Array.from({ length: 9 }, (_, index) => row(index + 1, '2026-11-20', 90 - index, 774));
  const data = chartDataOf(many, { measure, groupBy: ['brand', 'day'], pivot: null, times: [], before: null });
  expect(data?.series.at(-1)).toMatchObject({ kind: 'other', values: [32.1705] });
  const single = chartDataOf([row(1, '2026-11-20', 30, 100)], {
    measure,
    groupBy: ['brand', 'day'],
    pivot: null,
    times: [],
    before: [row(1, '2026-11-20', 20, 80), row(2, '2026-11-20', 60, 80)],
  });
  expect(single?.series.at(-1)).toMatchObject({ kind: 'comparison', values: [100] });
});
