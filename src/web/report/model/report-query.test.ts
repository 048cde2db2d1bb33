import { expect, test } from 'vitest';
import { drilled, drillStepsOf, undrilled } from './drill-down.ts';
import {
  comparisonQuery,
  containsToday,
  definitionOf,
  fileAddress,
  queryOf,
  reportParametersOf,
  savedReportAddress,
} from './report-query.ts';

const now = { today: '2026-11-22' };
const parametersOf = (values: Record<string, string | undefined>) => reportParametersOf(values, now);

test('returns the last 7 complete days by day for an empty address', () => {
  const parameters = parametersOf({});
  expect(parameters.period).toBe('last_7_days');
  expect(queryOf(parameters)).toEqual({ from: '2026-11-15', to: '2026-11-22', groupBy: ['day'] });
  expect(containsToday(parameters, now.today)).toBe(false);
});

test('contains today if the days include the current day', () => {
  expect(parametersOf({ period: 'today' })).toMatchObject({ from: now.today, until: now.today });
  for (const values of [{ period: 'today' }, { from: '2026-11-01', until: '2026-11-30' }, { from: '2026-11-20' }])
    expect(containsToday(parametersOf(values), now.today), JSON.stringify(values)).toBe(true);
  expect(containsToday(parametersOf({ from: '2026-11-23', until: '2026-11-30' }), now.today)).toBe(false);
});

test('computes the days of a relative period', () => {
  expect(parametersOf({ period: 'last_month', from: '2020-01-01' })).toMatchObject({
    period: 'last_month',
    from: '2026-10-01',
    until: '2026-10-31',
  });
});

test('returns the query of the comparison period, also across the end of a year', () => {
  const days = { from: '2026-12-30', until: '2027-01-05' };
  const query = comparisonQuery(parametersOf({ ...days, compare: 'previous_period' }));
  expect(query).toMatchObject({ from: '2026-12-23', to: '2026-12-30' });
  expect(comparisonQuery(parametersOf({ ...days, compare: 'previous_year' }))).toMatchObject({ from: '2025-12-30' });
  expect(comparisonQuery(parametersOf(days))).toBe(null);
});

test('ignores unknown dimensions, metrics and a pivot outside the dimensions', () => {
  const parameters = parametersOf({ by: 'booking,nonsense,day', show: 'clicks,evil', campaign: '4,5', pivot: 'month' });
  expect(parameters).toMatchObject({
    groupBy: ['booking', 'day'],
    metrics: ['clicks'],
    only: { campaignId: [4, 5] },
    pivot: null,
  });
});

test('sorts a report without a time by its first metric, from the largest value', () => {
  expect(parametersOf({ by: 'campaign', show: 'clicks,spend' }).sort).toBe('-clicks');
  expect(parametersOf({ by: 'campaign', show: 'clicks', sort: 'campaign' }).sort).toBe('campaign');
  expect(parametersOf({ by: 'campaign', show: 'spend' }).sort).toBe(null);
  expect(parametersOf({ by: 'campaign,day' }).sort).toBe(null);
  // A pivot begins with the largest total.
  expect(parametersOf({ by: 'campaign,day', pivot: 'day' }).sort).toBe('-total');
  expect(parametersOf({ by: 'campaign,day', pivot: 'campaign' }).sort).toBe(null);
});

test('returns the URL of a file with the comparison, pivot and order of the page', () => {
  const values = {
    by: 'booking,month',
    show: 'clicks',
    from: '2026-11-01',
    until: '2026-11-02',
    campaign: '4',
    compare: 'previous_year',
    pivot: 'month',
    sort: '-total',
  };
  expect(fileAddress(parametersOf(values), { format: 'pdf', language: 'nl', title: 'A & B', chart: true })).toBe(
    '/api/v1/reports?from=2026-11-01&to=2026-11-03&groupBy=booking%2Cmonth&campaignId=4&metrics=clicks&compare=previous_year&pivot=month&sort=-total&format=pdf&language=nl&title=A+%26+B&chart=true',
  );
});

test('a saved definition and its address describe the same report', () => {
  for (const values of [
    {
      by: 'campaign,month',
      show: 'spend',
      period: 'last_30_days',
      pivot: 'month',
      metric: 'spend:EUR',
      chart: 'stacked',
    },
    { by: 'day', show: 'clicks', from: '2026-11-01', until: '2026-11-02', campaign: '4,5', compare: 'previous_year' },
  ]) {
    const parameters = parametersOf(values);
    const address = savedReportAddress({ id: 7, report: definitionOf(parameters) });
    expect(address['saved']).toBe('7');
    expect(parametersOf(address)).toEqual(parameters);
  }
});

test('drills down to the next dimension, and back to the state before each step', () => {
  const start = { by: 'campaign,month', campaign: '4,5', pivot: 'month', period: 'last_30_days' };
  const first = { ...start, ...drilled(start, parametersOf(start), { dimension: 'campaign', key: '4' }) };
  expect(first).toMatchObject({ by: 'booking,month', campaign: '4', pivot: 'month' });
  const second = { ...first, ...drilled(first, parametersOf(first), { dimension: 'month', key: '2026-11' }) };
  expect(second).toMatchObject({ by: 'booking,day', from: '2026-11-01', until: '2026-11-30', period: undefined });
  expect(drillStepsOf(second).map(({ dimension, key }) => [dimension, key])).toEqual([
    ['campaign', '4'],
    ['month', '2026-11'],
  ]);
  expect({ ...second, ...undrilled(second, 1) }).toMatchObject({
    by: 'booking,month',
    campaign: '4',
    period: 'last_30_days',
  });
  expect({ ...second, ...undrilled(second, 0) }).toMatchObject({ ...start, drill: undefined });
});
