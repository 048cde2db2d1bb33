import { expect, test } from 'vitest';
import { changesShares, strongLosses, unreachableGoal } from './forecast-warnings.ts';

test.each([
  ['no goal', { goal: null, delivered: 0, expected: 10 }, null],
  ['a goal that the forecast reaches', { goal: 1_000, delivered: 400, expected: 600 }, null],
  ['a goal above the forecast', { goal: 500_000, delivered: 100, expected: 1_000 }, [500_000, 1_100]],
  ['a goal without any expected events', { goal: 1, delivered: 0, expected: 0 }, [1, 0]],
] as const)('compares %s with delivered and expected events', (_, forecast, expected) => {
  const found = unreachableGoal(forecast);
  expect(found === null ? null : [found.requested, found.expected]).toEqual(expected);
});

test('names bookings that lose more than half of their share and almost all of it, the largest loss first', () => {
  const competitor = (bookingId: number, sharePercent: number, sharePercentWith: number) => ({
    bookingId,
    name: `Booking ${bookingId}`,
    sharePercent,
    sharePercentWith,
  });
  const competitors = [
    competitor(1, 9, 4),
    competitor(2, 59, 0),
    competitor(3, 59, 30),
    competitor(4, 80, 20),
    competitor(5, 30, 12),
    competitor(6, 4, 4),
    competitor(7, 6, 3),
    competitor(8, 0, 0),
  ];
  expect(strongLosses(competitors).map(({ bookingId }) => bookingId)).toEqual([4, 2, 1]);
});

test.each([
  [['name'], false],
  [['creatives', 'pricing'], false],
  [['name', 'priority'], true],
  [['endDate'], true],
])('after a change of %j, a warning about other bookings is due: %s', (fields, isDue) => {
  expect(changesShares(fields)).toBe(isDue);
});
