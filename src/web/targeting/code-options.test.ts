import { expect, test } from 'vitest';
import { acceptsOwn, canonicalValue, codeOptions, ownOption } from './code-options.ts';

const regions = [{ code: 'BE-VOV', name: 'Oost-Vlaanderen' }];

test.each([
  ['country', 'BE', 'Belgium (BE)'],
  ['language', 'nl', 'Dutch (nl)'],
  ['region', 'BE-VOV', 'Oost-Vlaanderen, Belgium (BE-VOV)'],
  ['device', 'tv', 'TV'],
  ['os', 'Android', 'Android'],
  ['browser', 'Samsung Internet', 'Samsung Internet'],
  ['venueType', 'retail.grocery', 'Retail: Grocery (retail.grocery)'],
  ['zone', 'checkout', 'Checkout'],
  ['orientation', 'portrait', 'Portrait'],
  ['screenSize', 'large', 'Large (65 inches or more)'],
  ['audio', 'no', 'Without audio'],
] as const)('offers the %s %s as %s', (fact, value, label) => {
  expect(codeOptions(fact, regions)).toContainEqual({ value, label });
});

test('accepts values of clients, and only known countries, venue types and languages', () => {
  expect(acceptsOwn('browser', 'chrome140')).toBe(true);
  expect(acceptsOwn('region', 'VOV')).toBe(true);
  expect(acceptsOwn('country', 'XX')).toBe(false);
  expect(acceptsOwn('venueType', 'retail.shop')).toBe(false);
  expect(acceptsOwn('language', 'Dutch')).toBe(false);
  expect(ownOption('language', 'nl-BE').label).toBe('Flemish (nl-BE)');
});

test('ignores the case of stored values', () => {
  expect(canonicalValue('be', codeOptions('country', []))).toBe('BE');
  expect(canonicalValue('Atlantis', codeOptions('country', []))).toBe('Atlantis');
});
