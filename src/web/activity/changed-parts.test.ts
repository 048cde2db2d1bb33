import { expect, test } from 'vitest';
import { changedFieldsOf, changedFieldsText } from './changed-parts.ts';

test('returns the changed fields by path, without fields that every update changes', () => {
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

test('compares lists as a whole and returns added and removed fields', () => {
  expect(changedFieldsOf({ positionIds: [1, 2], note: 'x' }, { positionIds: [1, 3], poNumber: '7' })).toEqual([
    { name: 'positionIds', before: '[ 1, 2 ]', after: '[ 1, 3 ]' },
    { name: 'note', before: 'x', after: '–' },
    { name: 'poNumber', before: '–', after: '7' },
  ]);
});

test('returns all fields of a new object', () => {
  expect(changedFieldsOf(null, { id: 1, name: 'A' })).toEqual([
    { name: 'id', before: '–', after: '1' },
    { name: 'name', before: '–', after: 'A' },
  ]);
});

test('lists the first changed fields and counts the others', () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
  expect(changedFieldsText({ before: {}, after: names(2) })).toBe('F0 and F1');
  expect(changedFieldsText({ before: {}, after: names(5) })).toBe('F0, F1, F2, F3 and 1 more');
  expect(changedFieldsText({ before: null, after: names(5) })).toBe('');
});
