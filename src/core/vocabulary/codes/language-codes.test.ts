import { expect, test } from 'vitest';
import { codeOfLanguage, isLanguageTag } from './language-codes.ts';

test.each(['nl', 'NL', 'nl-BE', 'nl_BE', 'zh-Hant-TW', 'fil', 'iw', 'es-419', 'nb'])('accepts the tag %s', (tag) => {
  expect(isLanguageTag(tag)).toBe(true);
});

test.each([
  ['Dutch', 'nl'],
  ['nld', 'nl'],
  ['french', 'fr'],
  ['deu-AT', 'de-AT'],
  ['xx', null],
  ['nl-', null],
  ['', null],
])('refuses %s and finds the code %s', (text, code) => {
  expect(isLanguageTag(text)).toBe(false);
  expect(codeOfLanguage(text)).toBe(code);
});
