import { expect, test } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

test('requests share the budget and release their part once', () => {
  const budget = createByteBudget(100);
  const [one, other] = [budget.open(), budget.open()];
  expect(one.take(60)).toBe(true);
  expect(other.take(41)).toBe(false);
  expect(other.take(40)).toBe(true);
  expect(one.take(1)).toBe(false);
  one.giveBack();
  one.giveBack();
  expect(other.take(61)).toBe(false);
  expect(other.take(60)).toBe(true);
});
