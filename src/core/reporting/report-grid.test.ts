import { describe, expect, test } from 'vitest';
import { eachGeneralCounter } from '../pricing/billable-events.ts';
import { alignedTime, changeOf, comparisonDays, earlierTimesOf } from './comparison.ts';
import type { GridOptions, GridRow } from './grid-shape.ts';
import { maxPivotColumns } from './pivot-grid.ts';
import { reportGrid } from './report-grid.ts';
import type { ReportCounts } from './report-metrics.ts';

type Row = GridRow & { readonly campaignId?: number };

const none: ReportCounts = {
  ...eachGeneralCounter(() => 0),
  plays: 0,
  audience: 0,
  video: { starts: 0, firstQuartiles: 0, midpoints: 0, thirdQuartiles: 0, completes: 0 },
  spend: [],
  conversions: 0,
  units: 0,
  revenue: [],
  filtered: {},
};
const options: GridOptions<Row> = {
  groupBy: ['campaign', 'month'],
  metrics: ['impressions'],
  pivot: null,
  pivotMeasure: null,
  sort: null,
  compared: null,
  compareRows: (one, other) => (one.campaignId ?? 0) - (other.campaignId ?? 0),
};

function row(campaignId: number, month: string, impressions: number, more: Partial<Row> = {}): Row {
  return { ...none, campaignId, month, impressions, ...more };
}

function sourceOf(rows: readonly Row[]) {
  const sum = (read: (one: Row) => number) => rows.map(read).reduce((a, b) => a + b, 0);
  const totals = { ...none, impressions: sum((one) => one.impressions), clicks: sum((one) => one.clicks) };
  return { rows, totals };
}

const report = sourceOf([
  row(1, '2026-10', 100, { clicks: 1 }),
  row(1, '2026-11', 200, { clicks: 6 }),
  row(2, '2026-11', 50, { clicks: 0 }),
]);

test('pivots a metric with row, column and grand totals', () => {
  const { columns, lines, totals, dimensions } = reportGrid(report, { ...options, pivot: 'month' });
  expect(dimensions).toEqual(['campaign']);
  expect(columns.map(({ id }) => id)).toEqual(['=2026-10', '=2026-11', 'total']);
  expect(lines.map(({ cells }) => cells.map(({ value }) => value))).toEqual([
    [100, 200, 300],
    [0, 50, 50],
  ]);
  expect(totals.map(({ value }) => value)).toEqual([100, 250, 350]);
});

test('computes the rates of a pivot from sums, not from rates', () => {
  const grid = reportGrid(report, { ...options, pivot: 'month', metrics: ['ctrPercent'] });
  expect(grid.lines.map(({ cells }) => cells.map(({ value }) => value))).toEqual([
    [1, 3, 2.3333],
    [null, 0, 0],
  ]);
  expect(grid.totals.map(({ value }) => value)).toEqual([1, 2.4, 2]);
});

test('combines the columns after the 50 largest', () => {
  const rows = Array.from({ length: 60 }, (_, index) => row(index + 1, '2026-11', index + 1));
  const { columns, totals } = reportGrid(sourceOf(rows), { ...options, pivot: 'campaign' });
  expect(columns).toHaveLength(52);
  expect(columns[0]?.id).toBe('=60');
  expect(columns.slice(-2).map(({ id }) => id)).toEqual(['other', 'total']);
  expect(totals.slice(-2).map(({ value }) => value)).toEqual([55, 1830]);
});

test('keeps the latest 50 times of a pivot in their order', () => {
  const rows = Array.from({ length: 60 }, (_, index) =>
    row(1, `20${20 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`, 1),
  );
  const { columns } = reportGrid(sourceOf(rows), { ...options, pivot: 'month' });
  expect([columns[0]?.id, columns[49]?.id]).toEqual(['=2020-11', '=2024-12']);
});

test('compares each row and the totals with the aligned rows of the previous period', () => {
  const compared = {
    ...sourceOf([row(1, '2026-09', 80), row(3, '2026-09', 7)]),
    days: { from: '2026-10-01', to: '2026-11-01' },
    comparison: 'previous_period' as const,
  };
  const now = sourceOf([row(1, '2026-10', 100), row(2, '2026-10', 50)]);
  const { lines, totals } = reportGrid(now, { ...options, compared });
  expect(lines.map(({ row: { campaignId, month }, cells }) => [campaignId, month, cells[0]])).toEqual([
    [1, '2026-10', { value: 100, before: 80 }],
    [2, '2026-10', { value: 50, before: 0 }],
    [3, '2026-10', { value: 0, before: 7 }],
  ]);
  expect(totals[0]).toEqual({ value: 150, before: 87 });
  const pivot = reportGrid(now, { ...options, compared, pivot: 'month' });
  expect(pivot.totals).toEqual([
    { value: 150, before: 87 },
    { value: 150, before: 87 },
  ]);
});

test('has one column for each currency, and a pivot of one of them', () => {
  const amounts = (...texts: string[]) => ({
    spend: texts.map((text) => ({ amount: text.slice(4), currency: text.slice(0, 3) })),
  });
  const rows = [row(1, '2026-11', 1, amounts('EUR 1.25', 'USD 3.00')), row(2, '2026-11', 1, amounts('EUR 0.50'))];
  const source = { rows, totals: { ...none, ...amounts('EUR 1.75', 'USD 3.00') } };
  const grid = reportGrid(source, { ...options, metrics: ['spend'] });
  expect(grid.columns.map(({ id }) => id)).toEqual(['spend:EUR', 'spend:USD']);
  expect(grid.lines.map(({ cells }) => cells.map(({ value }) => value))).toEqual([
    [1.25, 3],
    [0.5, 0],
  ]);
  const pivot = reportGrid(source, { ...options, metrics: ['spend'], pivot: 'month', pivotMeasure: 'spend:USD' });
  expect(pivot.totals.map(({ value }) => value)).toEqual([3, 3]);
});

test('sorts by any column, with missing values last, and ignores unknown columns', () => {
  const ids = (sort: string, changes: Partial<GridOptions<Row>> = {}) =>
    reportGrid(report, { ...options, pivot: 'month', ...changes, sort }).lines.map((line) => line.row.campaignId);
  expect(ids('=2026-10')).toEqual([2, 1]);
  expect(ids('-total')).toEqual([1, 2]);
  expect(ids('-campaign')).toEqual([2, 1]);
  expect(ids('=2026-10', { metrics: ['ctrPercent'] })).toEqual([1, 2]);
  expect(ids('nonsense')).toEqual([1, 2]);
});

test.each([
  ['previous_period', { from: '2026-10-25', to: '2026-11-01' }],
  ['previous_year', { from: '2025-11-01', to: '2025-11-08' }],
] as const)('compares a week with the %s', (comparison, days) => {
  expect(comparisonDays({ from: '2026-11-01', to: '2026-11-08' }, comparison)).toEqual(days);
});

test('compares whole months with whole months', () => {
  const days = { from: '2026-02-01', to: '2026-03-01' };
  expect(comparisonDays(days, 'previous_period')).toEqual({ from: '2026-01-01', to: '2026-02-01' });
  const period = { days, comparison: 'previous_period' } as const;
  expect(alignedTime('month', '2026-01', period)).toBe('2026-02');
  expect(alignedTime('day', '2026-01-28', period)).toBe('2026-02-28');
  expect(alignedTime('day', '2026-01-29', period)).toBe(null);
});

test('aligns days, months and hours with those of the report', () => {
  const days = { from: '2026-12-30', to: '2027-01-06' };
  const period = { days, comparison: 'previous_period' } as const;
  expect(alignedTime('day', '2026-12-23', period)).toBe('2026-12-30');
  expect(alignedTime('hour', '2026-12-23T05:00:00.000Z', period)).toBe('2026-12-30T05:00:00.000Z');
  const quarter = { days: { from: '2026-10-01', to: '2027-01-01' }, comparison: 'previous_period' } as const;
  expect(alignedTime('month', '2026-09', quarter)).toBe('2026-12');
  const year = { days, comparison: 'previous_year' } as const;
  expect(alignedTime('month', '2025-12', year)).toBe('2026-12');
  expect(alignedTime('day', '2024-02-29', year)).toBe('2025-02-28');
  expect(alignedTime('hour', '2025-12-31T23:00:00.000Z', year)).toBe('2026-12-31T23:00:00.000Z');
});

test('returns changes with their ratio, and none without an earlier value', () => {
  expect(changeOf(150, 100)).toEqual({ difference: 50, ratio: 0.5 });
  expect(changeOf(0.3, 0.1)).toEqual({ difference: 0.2, ratio: 2 });
  expect(changeOf(5, 0)).toEqual({ difference: 5, ratio: null });
  expect(changeOf(null, 5)).toEqual({ difference: null, ratio: null });
});

test('a pivot does not add up people, and has totals only of a single group', () => {
  const viewers = (reach: number | null, knownImpressions: number) => ({ reach, knownImpressions });
  const rows = [
    row(1, '2026-10', 40, viewers(10, 30)),
    row(1, '2026-11', 50, viewers(20, 50)),
    row(2, '2026-11', 9, viewers(null, 9)),
    row(3, '2026-11', 9, viewers(0, 0)),
  ];
  const valuesOf = (metric: 'reach' | 'frequency' | 'knownImpressions') => {
    const grid = reportGrid(sourceOf(rows), { ...options, pivot: 'month', metrics: [metric] });
    return [...grid.lines.map(({ cells }) => cells), grid.totals].map((cells) => cells.map(({ value }) => value));
  };
  expect(valuesOf('reach')).toEqual([
    [10, 20, null],
    [0, null, null],
    [0, 0, 0],
    [10, null, null],
  ]);
  expect(valuesOf('frequency')).toEqual([
    [3, 2.5, null],
    [null, null, null],
    [null, null, null],
    [3, null, null],
  ]);
  expect(valuesOf('knownImpressions').at(-1)).toEqual([30, 59, 89]);
});

test('a table has the reach of the report as total, and compares it', () => {
  const counts = { reach: 8, frequency: 2.5, knownImpressions: 20 };
  const report = { rows: [row(1, '2026-11', 30, counts)], totals: { ...none, ...counts } };
  const before = { ...counts, reach: 10, knownImpressions: 20 };
  const days = { from: '2026-11-01', to: '2026-12-01' };
  const compared = {
    rows: [row(1, '2026-10', 20, before)],
    totals: { ...none, ...before },
    days,
    comparison: 'previous_period' as const,
  };
  const { lines, totals } = reportGrid(report, { ...options, metrics: ['reach', 'frequency'], compared });
  const cells = [
    { value: 8, before: 10 },
    { value: 2.5, before: 2 },
  ];
  expect([lines[0]?.cells, totals]).toEqual([cells, cells]);
});

test('a row of values only in the comparison period is in the order of the values', () => {
  const values = (...names: string[]) => sourceOf(names.map((keyword) => ({ ...none, keyword }) as Row));
  const compared = {
    ...values('c', 'b'),
    days: { from: '2026-11-08', to: '2026-11-15' },
    comparison: 'previous_period',
  };
  const grid = reportGrid(values('a', 'd'), { ...options, groupBy: ['keyword'], compared: compared as never });
  expect(grid.lines.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
});

test('has a row of the others if only the comparison period has others', () => {
  const compared = {
    ...sourceOf([row(1, '2026-10', 7)]),
    other: { ...none, impressions: 3 },
    days: { from: '2026-11-01', to: '2026-12-01' },
    comparison: 'previous_period' as const,
  };
  const grid = reportGrid({ ...sourceOf([row(1, '2026-11', 5)]), other: null }, { ...options, compared });
  expect(grid.others).toEqual([{ value: 0, before: 3 }]);
  expect(reportGrid(report, options).others).toBeNull();
});

test('the times of a comparison period are those that are shown in the row of a time', () => {
  for (const comparison of ['previous_period', 'previous_year'] as const) {
    for (const [from, to] of [
      ['2024-02-20', '2024-03-05'],
      ['2025-02-20', '2025-03-05'],
      ['2026-03-05', '2026-03-20'],
      ['2026-01-01', '2026-04-01'],
      ['2026-10-31', '2026-12-02'],
    ] as const) {
      const options = { days: { from, to }, comparison };
      const days = comparisonDays({ from, to }, comparison);
      const earlier: string[] = [];
      for (let ms = Date.parse(days.from); ms < Date.parse(days.to); ms += 86_400_000) {
        earlier.push(new Date(ms).toISOString());
      }
      for (const [dimension, keyOf] of [
        ['month', (time: string) => time.slice(0, 7)],
        ['day', (time: string) => time.slice(0, 10)],
        ['hour', (time: string) => time],
      ] as const) {
        for (const time of new Set(earlier.map(keyOf))) {
          const key = alignedTime(dimension, time, options);
          if (key === null) continue;
          expect(earlierTimesOf(dimension, key, options), `${time} ${from} ${comparison}`).toContain(time);
        }
      }
    }
  }
  const november = { days: { from: '2026-11-01', to: '2026-12-01' }, comparison: 'previous_period' } as const;
  expect(earlierTimesOf('day', '2026-11-30', november)).toEqual(['2026-10-30']);
  expect(earlierTimesOf('month', '2026-11', november)).toEqual(['2026-10']);
});

describe('share of voice', () => {
  const share = (campaignId: number, month: string, impressions: number, inventoryImpressions: number) =>
    row(campaignId, month, impressions, { inventoryImpressions });
  const shared = sourceOf([share(1, '2026-10', 30, 100), share(1, '2026-11', 10, 50), share(2, '2026-10', 70, 100)]);
  const totals = { ...shared.totals, inventoryImpressions: 150 };
  const asked = { ...options, metrics: ['shareOfVoicePercent' as const] };
  const valuesOf = (cells: readonly { readonly value: number | null }[]) => cells.map(({ value }) => value);

  test('is computed from the inventory of each row', () => {
    const grid = reportGrid({ rows: shared.rows, totals }, asked);
    expect(grid.lines.map(({ cells }) => valuesOf(cells))).toEqual([[30], [20], [70]]);
    expect(valuesOf(grid.totals)).toEqual([73.3333]);
  });

  test('counts the inventory of a pivot once, also where a buyer has no row', () => {
    const byMonth = reportGrid({ rows: shared.rows, totals }, { ...asked, pivot: 'month' });
    expect(byMonth.columns.map(({ id }) => id)).toEqual(['=2026-10', '=2026-11', 'total']);
    expect(byMonth.lines.map(({ cells }) => valuesOf(cells))).toEqual([
      [30, 20, 26.6667],
      [70, 0, 46.6667],
    ]);
    expect(valuesOf(byMonth.totals)).toEqual([100, 20, 73.3333]);
    const byCampaign = reportGrid({ rows: shared.rows, totals }, { ...asked, pivot: 'campaign' });
    expect(byCampaign.lines.map(({ cells }) => valuesOf(cells))).toEqual([
      [70, 30, 100],
      [0, 20, 20],
    ]);
    expect(valuesOf(byCampaign.totals)).toEqual([46.6667, 26.6667, 73.3333]);
  });

  test('combines the columns beyond the limit of a pivot', () => {
    const many = Array.from({ length: maxPivotColumns + 10 }, (_, index) =>
      share(index + 1, '2026-10', 1, maxPivotColumns + 10),
    );
    const grid = reportGrid(sourceOf(many), { ...asked, pivot: 'campaign' });
    expect(valuesOf(grid.lines[0]?.cells ?? []).slice(-2)).toEqual([16.6667, 100]);
  });
});
