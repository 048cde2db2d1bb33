import { expect, test } from 'vitest';
import { fileAddress, previousPeriodQuery, queryOf, reportParametersOf } from './report-query.ts';

test('returns the last 7 days by day, including today, for an empty address', () => {
  const parameters = reportParametersOf({}, '2026-11-22');
  expect(queryOf(parameters)).toEqual({ from: '2026-11-16', to: '2026-11-23', groupBy: ['day'] });
});

test('returns a previous period of the same length, also across the end of a year', () => {
  const parameters = reportParametersOf({ from: '2026-12-30', until: '2027-01-05' }, '2027-02-01');
  expect(previousPeriodQuery(parameters)).toMatchObject({ from: '2026-12-23', to: '2026-12-30' });
});

test('ignores unknown dimensions and metrics of an address', () => {
  const parameters = reportParametersOf(
    { by: 'booking,nonsense,day', show: 'clicks,evil', campaign: '4,5' },
    '2026-11-22',
  );
  expect(parameters).toMatchObject({ groupBy: ['booking', 'day'], metrics: ['clicks'], only: { campaignId: [4, 5] } });
});

test('returns the URL of the report as a file', () => {
  const parameters = reportParametersOf(
    { by: 'booking', from: '2026-11-01', until: '2026-11-02', campaign: '4' },
    '2026-11-22',
  );
  expect(fileAddress(parameters, 'csv')).toBe(
    '/api/v1/reports?from=2026-11-01&to=2026-11-03&groupBy=booking&campaignId=4&format=csv',
  );
});
