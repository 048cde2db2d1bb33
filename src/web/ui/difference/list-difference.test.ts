import { expect, test } from 'vitest';
import { listDifference } from './list-difference.ts';

const items = (count: number, letter: string) => Array.from({ length: count }, (_, index) => `${letter}${index}`);

test('lists all items of short lists', () => {
  expect(listDifference(['a', 'b'], ['b', 'c'], 'None')).toEqual({ before: 'a and b', after: 'b and c' });
});

test('lists removed and added items of long lists, and counts the unchanged items', () => {
  const same = items(12, 's');
  expect(listDifference([...same, 'gone'], [...same, 'new', 'more'], 'None')).toEqual({
    before: 'gone and 12 unchanged',
    after: 'new, more and 12 unchanged',
  });
  expect(listDifference(same, [...same, 'new'], 'None')).toEqual({
    before: '12 unchanged',
    after: 'new and 12 unchanged',
  });
});

test('uses the given text for an empty list and shortens a very long list', () => {
  const { before, after } = listDifference([], items(25, 'n'), 'Every day');
  expect(before).toBe('Every day');
  expect(after).toMatch(/^n0, n1, .*, n19 and 5 more$/);
});
