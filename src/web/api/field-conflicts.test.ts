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

test('of an object of which parts were changed, the whole is shown as it would be', () => {
  const delivery = { method: 'even', goal: { kind: 'clicks', total: 10 } };
  const theirs = { method: 'asap', goal: { kind: 'clicks', total: 20 } };
  const changes = { delivery: { goal: { total: 30 } } };
  expect(conflictsOf(changes, { delivery }, { delivery: theirs })).toEqual([
    { name: 'delivery', mine: { method: 'asap', goal: { kind: 'clicks', total: 30 } }, theirs },
  ]);
  expect(conflictsOf({ delivery: { goal: { total: 20 } } }, { delivery }, { delivery: theirs })).toEqual([]);
});

test('what both took away is not asked about', () => {
  const base = { delivery: { method: 'even', goal: { total: 10 }, frontLoading: 0 } };
  const newest = { delivery: { method: 'even', goal: null, frontLoading: 0 } };
  expect(conflictsOf({ delivery: { goal: null } }, base, newest)).toEqual([]);
});
