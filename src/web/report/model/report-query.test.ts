import { expect, test } from 'vitest';
import { drilled, drillStepsOf, mayDrill, undrilled } from './drill-down.ts';
import {
  comparedDaysOf,
  containsToday,
  definitionOf,
  fileAddress,
  needsKey,
  queryOf,
  reportParametersOf,
  savedReportAddress,
} from './report-query.ts';
import { valueListText } from './value-list.ts';

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

test('returns the days of the comparison period, also across the end of a year', () => {
  const days = { from: '2026-12-30', until: '2027-01-05' };
  const previous = parametersOf({ ...days, compare: 'previous_period' });
  expect(comparedDaysOf(previous)).toEqual({ from: '2026-12-23', to: '2026-12-30' });
  expect(queryOf(previous)).toMatchObject({ from: '2026-12-30', compare: 'previous_period' });
  expect(comparedDaysOf(parametersOf({ ...days, compare: 'previous_year' }))).toMatchObject({ from: '2025-12-30' });
  expect(comparedDaysOf(parametersOf(days))).toBe(null);
});

test('requests the share of voice only if it is shown', () => {
  expect(queryOf(parametersOf({ by: 'brand', show: 'impressions,clicks' }))).not.toHaveProperty('metrics');
  expect(queryOf(parametersOf({ by: 'brand', show: 'impressions,shareOfVoicePercent' }))).toMatchObject({
    metrics: ['shareOfVoicePercent'],
  });
});

test('filters by values with commas, which need raw events and for key-values a key', () => {
  const values = { by: 'campaign', keyword: valueListText(['shoes, red', '100%2C', 'boots']), show: 'spend,clicks' };
  const parameters = parametersOf(values);
  expect(parameters).toMatchObject({ isRaw: true, metrics: ['clicks'], key: null });
  expect(queryOf(parameters)).toMatchObject({ keyword: ['shoes, red', '100%2C', 'boots'] });
  const address = new URL(fileAddress(parameters, { format: 'csv', language: 'en' }), 'http://localhost');
  expect(address.searchParams.getAll('keyword')).toEqual(['shoes, red', '100%2C', 'boots']);
  expect(parametersOf({ by: 'day', keyValue: 'sports', key: 'section' }).key).toBe('section');
  expect(needsKey(parametersOf({ by: 'day', keyValue: 'sports' }))).toBe(true);
  expect(needsKey(parametersOf({ by: 'day', country: 'BE' }))).toBe(false);
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
    '/api/v1/reports?from=2026-11-01&to=2026-11-03&groupBy=booking%2Cmonth&compare=previous_year&campaignId=4&metrics=clicks&pivot=month&sort=-total&format=pdf&language=nl&title=A+%26+B&chart=true',
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
    { by: 'brand', show: 'clicks', keyword: 'a%2Cb,c', keyValue: 'x', key: 'section', top: '20' },
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

test('drills down from a value of a fact to what was shown, and back', () => {
  const start = { by: 'page,month', page: 'https://a.example/1%2C2,https://b.example/', period: 'last_30_days' };
  const key = 'https://a.example/1,2~3';
  expect(mayDrill('page', key)).toBe(true);
  expect(mayDrill('page', '-')).toBe(false);
  const first = { ...start, ...drilled(start, parametersOf(start), { dimension: 'page', key }) };
  expect(first.by).toBe('campaign,month');
  expect(parametersOf(first).facts).toEqual({ page: [key] });
  const second = { ...first, ...drilled(first, parametersOf(first), { dimension: 'campaign', key: '4' }) };
  expect(drillStepsOf(second)).toMatchObject([
    { dimension: 'page', key },
    { dimension: 'campaign', key: '4' },
  ]);
  expect({ ...second, ...undrilled(second, 0) }).toMatchObject({ ...start, drill: undefined });
});
