import { expect, test } from 'vitest';
import { changedFieldsOf, changedFieldsText } from './changed-parts.ts';

test('only what differs is named, by its path, without what every change raises and what follows', () => {
  const before = {
    name: 'Winter',
    version: 1,
    updatedAt: 'a',
    availableActions: ['pause'],
    delivery: { method: 'even', goal: { amount: 10 } },
  };
  const after = {
    name: 'Winter',
    version: 2,
    updatedAt: 'b',
    availableActions: [],
    delivery: { method: 'even', goal: { amount: 20 } },
  };
  expect(changedFieldsOf(before, after)).toEqual([{ name: 'delivery.goal.amount', before: '10', after: '20' }]);
});

test('lists are compared as wholes, and what came or went is named', () => {
  expect(changedFieldsOf({ positionIds: [1, 2], note: 'x' }, { positionIds: [1, 3], poNumber: '7' })).toEqual([
    { name: 'positionIds', before: '[ 1, 2 ]', after: '[ 1, 3 ]' },
    { name: 'note', before: 'x', after: '–' },
    { name: 'poNumber', before: '–', after: '7' },
  ]);
});

test('something new shows all it has', () => {
  expect(changedFieldsOf(null, { id: 1, name: 'A' })).toEqual([
    { name: 'id', before: '–', after: '1' },
    { name: 'name', before: '–', after: 'A' },
  ]);
});

test('a line names the first of what differs, and how many more there are', () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
  expect(changedFieldsText({ before: {}, after: names(2) })).toBe('f0, f1');
  expect(changedFieldsText({ before: {}, after: names(5) })).toBe('f0, f1, f2, f3 and 1 more');
  expect(changedFieldsText({ before: null, after: names(5) })).toBe('');
});
