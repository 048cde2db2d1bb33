import { expect, test } from 'vitest';
import { isIdNumber } from './ids.ts';

test('only positive safe integers are IDs', () => {
  for (const id of [1, 42, 2 ** 53 - 1]) expect(isIdNumber(id)).toBe(true);
  for (const other of [0, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined, [1]]) {
    expect(isIdNumber(other)).toBe(false);
  }
});
