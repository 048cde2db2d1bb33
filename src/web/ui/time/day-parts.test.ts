import { expect, test } from 'vitest';
import { hoursOf, partsOf } from './day-parts.ts';

test('hours and parts say the same, whichever hours they are', () => {
  for (const step of [1, 2, 3, 5, 7, 24, 25]) {
    const hours = new Set(Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => hour % step === 0));
    expect(hoursOf(partsOf(hours))).toEqual(hours);
  }
});

test('days with the same hours share a part, and every day is none by name', () => {
  const mornings = new Set([0, 1, 2, 3, 4, 5, 6].flatMap((day) => [day * 24 + 7, day * 24 + 8]));
  expect(partsOf(mornings)).toEqual([{ days: [], fromMinute: 420, toMinute: 540 }]);
  expect(partsOf(new Set([7, 31]))).toEqual([{ days: ['mon', 'tue'], fromMinute: 420, toMinute: 480 }]);
});

test('a part that does not begin at a full hour is left to those who wrote it', () => {
  expect(hoursOf([{ days: [], fromMinute: 30, toMinute: 60 }])).toBeNull();
});
