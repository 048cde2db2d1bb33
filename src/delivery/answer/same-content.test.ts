import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameContent } from './same-content.ts';

test('rows that were read twice have equal content', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(sameContent(JSON.parse(text), JSON.parse(text))).toBe(true);
    }),
  );
});

test('rows that differ in any value do not have equal content', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (one, other) => {
      const [a, b] = [JSON.parse(one), JSON.parse(other)];
      expect(sameContent(a, b)).toBe(isDeepStrictEqual(a, b));
    }),
  );
  expect(sameContent({ a: [1, { b: null }] }, { a: [1, { b: 0 }] })).toBe(false);
  expect(sameContent({ a: 1, b: 2 }, { a: 1 })).toBe(false);
  expect(sameContent({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(sameContent([], {})).toBe(false);
});
