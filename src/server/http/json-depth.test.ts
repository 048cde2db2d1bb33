import { expect, test } from 'vitest';
import { isNestedDeeper } from './json-depth.ts';

test('counts lists and objects inside each other, and no brackets inside texts', () => {
  expect(isNestedDeeper('[{"a":[]}]', 3)).toBe(false);
  expect(isNestedDeeper('[{"a":[]}]', 2)).toBe(true);
  expect(isNestedDeeper('[[],[],[],{}]', 2)).toBe(false);
  expect(isNestedDeeper('["[[[[", "\\"[[[", "\\\\"]', 1)).toBe(false);
  expect(isNestedDeeper('['.repeat(1_000_000), 64)).toBe(true);
});
