import { expect, test } from 'vitest';
import { conflictsOf } from './field-conflicts.ts';

const base = { name: 'a', priority: 5, brandIds: [1], poNumber: null };

test('what only one side changed is no conflict', () => {
  expect(conflictsOf({ name: 'mine' }, base, { ...base, priority: 3 })).toEqual([]);
});

test('what both changed to the same is none either', () => {
  expect(conflictsOf({ brandIds: [1, 2] }, base, { ...base, brandIds: [1, 2] })).toEqual([]);
});

test('what both changed differently is asked about, with both values', () => {
  expect(conflictsOf({ name: 'mine', poNumber: 'P1' }, base, { ...base, name: 'theirs' })).toEqual([
    { name: 'name', mine: 'mine', theirs: 'theirs' },
  ]);
});
