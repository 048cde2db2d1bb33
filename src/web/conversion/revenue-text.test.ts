import { expect, test } from 'vitest';
import { revenueText } from './revenue-text.ts';

const lines = (...amounts: readonly (readonly [string, string])[]) =>
  amounts.map(([amount, currency]) => ({ revenue: { amount, currency } }));

test('adds lines of one currency exactly, and rounds only the sum', () => {
  expect(revenueText(lines(['12.50', 'EUR']))).toBe('EUR\u00a012.50');
  expect(revenueText(lines(['0.10', 'EUR'], ['0.20', 'EUR'], ['7.00', 'EUR']))).toBe('EUR\u00a07.30');
  expect(revenueText(lines(['0.004', 'EUR'], ['0.004', 'EUR']))).toBe('EUR\u00a00.01');
  expect(revenueText(lines(['0.00', 'EUR']))).toBe('EUR\u00a00.00');
});

test('adds 100 lines of the maximum amount exactly', () => {
  const most = Array.from({ length: 100 }, () => ['999999.99', 'EUR'] as const);
  expect(revenueText(lines(...most))).toBe('EUR\u00a099,999,999.00');
});

test('returns one sum for each currency, in the order of the lines', () => {
  expect(revenueText(lines(['80.00', 'SEK'], ['12.50', 'EUR'], ['20.00', 'SEK']))).toBe(
    'SEK\u00a0100.00 + EUR\u00a012.50',
  );
});

test('returns an empty text without lines or values', () => {
  expect(revenueText([])).toBe('');
  expect(revenueText([{ revenue: null }])).toBe('');
});
