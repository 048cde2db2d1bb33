import { expect, test } from 'vitest';
import { preferredLanguages, requestLocale } from './request-locale.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['nl-BE,nl;q=0.9,en;q=0.8', 'nl'],
  ['sv, fr;q=0.5, de;q=0.7', 'de'],
  ['fr;q=0, de', 'de'],
  ['FR-ch', 'fr'],
  ['nl;q=nonsense, de', 'de'],
  [';;;,,,', 'en'],
])('uses Accept-Language %j as %s', (header, locale) => {
  expect(requestLocale({ headers: { 'accept-language': header } })).toBe(locale);
});

test('reads at most 20 languages', () => {
  expect(preferredLanguages(Array.from({ length: 500 }, () => 'sv').join(','))).toHaveLength(20);
});
