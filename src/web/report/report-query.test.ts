import { expect, test } from 'vitest';
import { fileAddress, previousPeriodQuery, queryOf, reportParametersOf } from './report-query.ts';

test('says nothing: the last seven days by day, today included', () => {
  const asked = reportParametersOf({}, '2026-11-22');
  expect(queryOf(asked)).toEqual({ from: '2026-11-16', to: '2026-11-23', groupBy: ['day'] });
});

test('compares with as many days just before, also over the end of a year', () => {
  const asked = reportParametersOf({ from: '2026-12-30', until: '2027-01-05' }, '2027-02-01');
  expect(previousPeriodQuery(asked)).toMatchObject({ from: '2026-12-23', to: '2026-12-30' });
});

test('takes what it knows of an address, and nothing else', () => {
  const asked = reportParametersOf({ by: 'booking,nonsense,day', show: 'clicks,evil', campaign: '4,5' }, '2026-11-22');
  expect(asked).toMatchObject({ groupBy: ['booking', 'day'], measures: ['clicks'], only: { campaignId: [4, 5] } });
});

test('the address of a file asks for the same', () => {
  const asked = reportParametersOf(
    { by: 'booking', from: '2026-11-01', until: '2026-11-02', campaign: '4' },
    '2026-11-22',
  );
  expect(fileAddress(asked, 'csv')).toBe(
    '/api/v1/reports?from=2026-11-01&to=2026-11-03&groupBy=booking&campaignId=4&format=csv',
  );
});
