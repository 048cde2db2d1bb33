import { expect, test } from 'vitest';
import { currencyOfLanguage } from './region-currency.ts';

test.each([
  ['en-GB', 'GBP'],
  ['sv-SE', 'SEK'],
  ['de-CH', 'CHF'],
  ['nl-BE', 'EUR'],
  ['fr', 'EUR'],
])('suggests for %s the currency %s', (tag, currency) => {
  expect(currencyOfLanguage(tag)).toBe(currency);
});
