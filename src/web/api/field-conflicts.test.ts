import { expect, test } from 'vitest';
import { conflictsOf } from './field-conflicts.ts';

const base = { name: 'a', priority: 5, brandIds: [1], poNumber: null };

test('returns no conflict for a field that one side changed', () => {
  expect(conflictsOf({ name: 'mine' }, base, { ...base, priority: 3 })).toEqual([]);
});

test('returns no conflict when both sides set the same value', () => {
  expect(conflictsOf({ brandIds: [1, 2] }, base, { ...base, brandIds: [1, 2] })).toEqual([]);
});

test('returns both values of a field that the sides changed differently', () => {
  expect(conflictsOf({ name: 'mine', poNumber: 'P1' }, base, { ...base, name: 'theirs' })).toEqual([
    { name: 'name', mine: 'mine', theirs: 'theirs' },
  ]);
});

test('returns whole objects when members of them conflict', () => {
  const delivery = { method: 'even', goal: { kind: 'clicks', total: 10 } };
  const theirs = { method: 'asap', goal: { kind: 'clicks', total: 20 } };
  const changes = { delivery: { goal: { total: 30 } } };
  expect(conflictsOf(changes, { delivery }, { delivery: theirs })).toEqual([
    { name: 'delivery', mine: { method: 'asap', goal: { kind: 'clicks', total: 30 } }, theirs },
  ]);
  expect(conflictsOf({ delivery: { goal: { total: 20 } } }, { delivery }, { delivery: theirs })).toEqual([]);
});

test('returns no conflict when both sides removed a member', () => {
  const base = { delivery: { method: 'even', goal: { total: 10 }, frontLoading: 0 } };
  const newest = { delivery: { method: 'even', goal: null, frontLoading: 0 } };
  expect(conflictsOf({ delivery: { goal: null } }, base, newest)).toEqual([]);
});
