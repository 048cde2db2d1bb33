import { expect, test } from 'vitest';
import { listDifference } from './list-difference.ts';

const items = (count: number, letter: string) => Array.from({ length: count }, (_, index) => `${letter}${index}`);

test('short lists are shown as they are', () => {
  expect(listDifference(['a', 'b'], ['b', 'c'], 'None')).toEqual({ before: 'a, b', after: 'b, c' });
});

test('of long ones what came and went, and how many stay', () => {
  const same = items(12, 's');
  expect(listDifference([...same, 'gone'], [...same, 'new', 'more'], 'None')).toEqual({
    before: 'gone, and 12 that stay',
    after: 'new, more, and 12 that stay',
  });
  expect(listDifference(same, [...same, 'new'], 'None')).toEqual({
    before: '12 that stay',
    after: 'new, and 12 that stay',
  });
});

test('an empty list has a name of its own, and a very long one an end', () => {
  const { before, after } = listDifference([], items(25, 'n'), 'Every day');
  expect(before).toBe('Every day');
  expect(after).toMatch(/^n0, n1, .*, n19 and 5 more$/);
});
