import { expect, test } from 'vitest';
import { type GridMove, moveOfKey, targetOf } from './grid-moves.ts';

const leftToRight = { isRightToLeft: false, withControl: false };
const size = { rows: 20, columns: 5 };

test.each([
  ['ArrowDown', { row: 4, column: 2 }],
  ['ArrowUp', { row: 2, column: 2 }],
  ['ArrowRight', { row: 3, column: 3 }],
  ['ArrowLeft', { row: 3, column: 1 }],
  ['PageDown', { row: 13, column: 2 }],
  ['PageUp', { row: 0, column: 2 }],
  ['Home', { row: 3, column: 0 }],
  ['End', { row: 3, column: 4 }],
])('%s moves from row 3, column 2', (key, expected) => {
  expect(targetOf({ row: 3, column: 2 }, moveOfKey(key, leftToRight) as GridMove, size)).toEqual(expected);
});

test('with the control key, Home and End lead to the first and the last cell', () => {
  const withControl = { isRightToLeft: false, withControl: true };
  const from = { row: 3, column: 2 };
  expect(targetOf(from, moveOfKey('Home', withControl) as GridMove, size)).toEqual({ row: 0, column: 0 });
  expect(targetOf(from, moveOfKey('End', withControl) as GridMove, size)).toEqual({ row: 19, column: 4 });
});

test('from right to left, the right arrow leads to the previous column', () => {
  const rightToLeft = { isRightToLeft: true, withControl: false };
  const target = targetOf({ row: 0, column: 2 }, moveOfKey('ArrowRight', rightToLeft) as GridMove, size);
  expect(target).toEqual({ row: 0, column: 1 });
});

test('a movement stays inside the grid', () => {
  expect(targetOf({ row: 19, column: 4 }, { rows: 1, columns: 1 }, size)).toEqual({ row: 19, column: 4 });
  expect(targetOf(null, { rows: 1, columns: 0 }, size)).toEqual({ row: 0, column: 0 });
});

test('other keys move nothing', () => {
  expect(moveOfKey('a', leftToRight)).toBeNull();
  expect(moveOfKey('Enter', leftToRight)).toBeNull();
});
