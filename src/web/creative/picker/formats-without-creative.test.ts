import { expect, test } from 'vitest';
import { formatsWithoutCreative } from './formats-without-creative.ts';

test('lists the booked formats that no creative has', () => {
  expect(formatsWithoutCreative([3, 1, 2], [{ formatId: 1 }, { formatId: 9 }])).toEqual([3, 2]);
  expect(formatsWithoutCreative([1], [{ formatId: 1 }, { formatId: 1 }])).toEqual([]);
  expect(formatsWithoutCreative([], [])).toEqual([]);
});
