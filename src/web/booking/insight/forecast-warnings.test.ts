import { expect, test } from 'vitest';
import type { Forecast } from '../../../client/generated/types.gen.ts';
import { changesShares, strongLosses, unreachableGoal } from './forecast-warnings.ts';

const judged = (refused: Forecast['replayed']['refused'], slots = 1_000) => ({
  to: '2026-12-05T23:00:00.000Z',
  record: { days: 7 },
  replayed: { slots, eligible: slots - Object.values(refused).reduce((sum, count) => sum + count, 0), refused },
});

test.each([
  [{ TARGETING_NOT_MET: 934 }, 0.934],
  [{ TARGETING_NOT_MET: 500 }, null],
  [{ DAY_NOT_ACTIVE: 934 }, null],
])('of refusals %j, the part of the targeting is %s if it is the main cause', (refused, part) => {
  const forecast = { goal: 4_000, delivered: 136, expected: 95 };
  expect(unreachableGoal({ ...forecast, ...judged(refused) })).toMatchObject({
    expected: 231,
    refusedByTargeting: part,
  });
  expect(unreachableGoal({ ...forecast, ...judged({}, 0) })?.refusedByTargeting).toBeNull();
});

test.each([
  ['no goal', { goal: null, delivered: 0, expected: 10 }, null],
  ['a goal that the forecast reaches', { goal: 1_000, delivered: 400, expected: 600 }, null],
  ['a goal above the forecast', { goal: 500_000, delivered: 100, expected: 1_000 }, [500_000, 1_100]],
  ['a goal without any expected events', { goal: 1, delivered: 0, expected: 0 }, [1, 0]],
] as const)('compares %s with delivered and expected events', (_, forecast, expected) => {
  const found = unreachableGoal({ ...forecast, ...judged({}) });
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
