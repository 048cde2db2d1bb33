import { expect, test } from 'vitest';
import { newScheduleValues } from './schedule-values.ts';

const reportOf = (address: Readonly<Record<string, string | undefined>>) =>
  newScheduleValues(address, { today: '2026-11-22', zone: 'UTC', email: null }).report;

test('a new schedule has the metrics, filters and rows of the report page', () => {
  expect(
    reportOf({
      by: 'brand,keyValue',
      show: 'impressions,shareOfVoicePercent',
      period: 'last_30_days',
      keyword: 'shoes%2C red,boots',
      campaign: '4',
      key: 'section',
      top: '20',
    }),
  ).toEqual({
    period: 'last_30_days',
    groupBy: ['brand', 'keyValue'],
    metrics: ['impressions', 'shareOfVoicePercent'],
    keyword: ['shoes, red', 'boots'],
    campaignId: [4],
    key: 'section',
    top: 20,
  });
});

test('without chosen metrics it has all of them', () => {
  expect(reportOf({ by: 'day' })).toEqual({ period: 'last_7_days', groupBy: ['day'] });
});
