import { expect, test } from 'vitest';
import { changedParts, textOf } from './changed-parts.ts';

test('only what differs is named, by its path, without what every change raises', () => {
  const before = { name: 'Winter', version: 1, updatedAt: 'a', delivery: { method: 'even', goal: { amount: 10 } } };
  const after = { name: 'Winter', version: 2, updatedAt: 'b', delivery: { method: 'even', goal: { amount: 20 } } };
  expect(changedParts(before, after)).toEqual([{ path: 'delivery.goal.amount', before: 10, after: 20 }]);
});

test('lists are compared as wholes, and what came or went is named', () => {
  expect(changedParts({ positionIds: [1, 2], note: 'x' }, { positionIds: [1, 3], poNumber: '7' })).toEqual([
    { path: 'positionIds', before: [1, 2], after: [1, 3] },
    { path: 'note', before: 'x', after: undefined },
    { path: 'poNumber', before: undefined, after: '7' },
  ]);
});

test('something new shows all it has', () => {
  expect(changedParts(null, { id: 1, name: 'A' })).toEqual([
    { path: 'id', before: undefined, after: 1 },
    { path: 'name', before: undefined, after: 'A' },
  ]);
});

test('values are read as texts', () => {
  expect([null, 'a', [1, 2], { a: 1 }].map(textOf)).toEqual(['–', 'a', '[ 1, 2 ]', '{ "a": 1 }']);
});
