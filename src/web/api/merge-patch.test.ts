import { expect, test } from 'vitest';
import { applyMergePatch, isEqual, mergePatchOf } from './merge-patch.ts';

test('returns a patch that produces the other value, and an empty patch for equal values', () => {
  const trees = [
    { all: [{ key: 'ct', values: ['Gent'] }] },
    { any: [{ fact: 'language', values: ['nl'] }] },
    { not: { any: [{ urlParts: ['/sport/'] }] } },
    { not: { fact: 'device', values: ['tv'] } },
  ];
  for (const base of trees)
    for (const next of trees) {
      const patch = mergePatchOf({ targeting: base, name: 'a' }, { targeting: next, name: 'a' });
      expect(applyMergePatch({ targeting: base, name: 'a' }, patch)).toEqual({ targeting: next, name: 'a' });
      if (base === next) expect(patch).toEqual({});
    }
});

test('leaves missing fields, clears with null and replaces lists', () => {
  const base = { name: 'a', endDate: '2026-01-01T00:00:00Z', activeDays: ['mon'] };
  expect(mergePatchOf(base, { endDate: null, activeDays: ['tue'] })).toEqual({ endDate: null, activeDays: ['tue'] });
});

test('compares members in any order and lists in order', () => {
  expect(isEqual({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true);
  expect(isEqual([1, 2], [2, 1])).toBe(false);
});
