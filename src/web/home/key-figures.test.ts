import { expect, test } from 'vitest';
import { compareWeeks, pointChangeOf, weekChangeOf } from './key-figures.ts';

const day = (name: string, impressions: number, clicks: number, amount: string, currency = 'EUR') => ({
  day: name,
  impressions,
  viewables: impressions / 2,
  clicks,
  spend: [{ amount, currency }],
});

test('compares the sums and rates of two weeks in the currency with the highest spend', () => {
  const rows = [day('01', 1_000, 10, '4.00'), day('08', 1_500, 30, '5.50'), day('09', 500, 0, '1.00', 'USD')];
  const { current, previous, currency } = compareWeeks(rows, ['08', '09'], ['01', '02']);
  expect(currency).toBe('EUR');
  expect(current).toEqual({ impressions: 2_000, clicks: 30, ctr: 0.015, viewability: 0.5, spend: 5.5 });
  expect(previous).toEqual({ impressions: 1_000, clicks: 10, ctr: 0.01, viewability: 0.5, spend: 4 });
  expect(weekChangeOf(current.impressions, previous.impressions)).toBe(1);
});

test('has no rates and no change without deliveries', () => {
  const { current, previous, currency } = compareWeeks([], ['08'], ['01']);
  expect(currency).toBeNull();
  expect(current).toEqual({ impressions: 0, clicks: 0, ctr: null, viewability: null, spend: 0 });
  expect(weekChangeOf(current.impressions, previous.impressions)).toBeNull();
});

test('the change of a rate is in percentage points', () => {
  expect(pointChangeOf(0.0063, 0.0036)).toBeCloseTo(0.27);
  expect(pointChangeOf(0.0063, null)).toBeNull();
});
