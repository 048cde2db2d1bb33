import { expect, test } from 'vitest';
import { hoursOf, partsOf } from './day-parts.ts';

test('converts hours to dayparts and back without a change', () => {
  for (const step of [1, 2, 3, 5, 7, 24, 25]) {
    const hours = new Set(Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => hour % step === 0));
    expect(hoursOf(partsOf(hours))).toEqual(hours);
  }
});

test('merges days with the same hours, and names no days when all have them', () => {
  const mornings = new Set([0, 1, 2, 3, 4, 5, 6].flatMap((day) => [day * 24 + 7, day * 24 + 8]));
  expect(partsOf(mornings)).toEqual([{ days: [], fromMinute: 420, toMinute: 540 }]);
  expect(partsOf(new Set([7, 31]))).toEqual([{ days: ['mon', 'tue'], fromMinute: 420, toMinute: 480 }]);
});

test('returns null for a daypart that does not begin on a full hour', () => {
  expect(hoursOf([{ days: [], fromMinute: 30, toMinute: 60 }])).toBeNull();
});
