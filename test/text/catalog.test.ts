import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { readCatalog } from '../../src/messages/load-messages.ts';
import { type Locale, locales } from '../../src/messages/locales.ts';
import { argumentsOf } from '../../src/messages/message-arguments.ts';
import {
  lengthFaults,
  missingPluralForms,
  punctuationFaults,
  tagsOf,
  termFaults,
} from '../support/text/message-rules.ts';

const root = join(import.meta.dirname, '../..');
const catalog = readCatalog();
const messages = [...catalog].flatMap(([key, texts]) => locales.map((locale) => ({ key, locale, texts })));
const faultsOf = (find: (message: (typeof messages)[number]) => string | null) =>
  messages.flatMap((message) => {
    const fault = find(message);
    return fault === null ? [] : [`${message.key} (${message.locale}): ${fault}`];
  });

describe('every message', () => {
  test('exists in every language', () => {
    expect(catalog.size).toBeGreaterThan(500);
    const empty = faultsOf(({ texts, locale }) => (texts[locale]?.trim() ? null : 'has no text'));
    expect(empty).toEqual([]);
    const unknown = [...catalog].filter(([, texts]) => Object.keys(texts).length !== locales.length);
    expect(unknown.map(([key]) => key)).toEqual([]);
  });

  test('has the same arguments and elements in every language', () => {
    const shapeOf = (text: string) => ({
      arguments: [...argumentsOf(compileMessageOrThrow(text)).keys()].sort(),
      elements: tagsOf(text),
    });
    const different = faultsOf(({ texts, locale }) =>
      JSON.stringify(shapeOf(texts[locale])) === JSON.stringify(shapeOf(texts.en))
        ? null
        : `${JSON.stringify(shapeOf(texts[locale]))} instead of ${JSON.stringify(shapeOf(texts.en))}`,
    );
    expect(different).toEqual([]);
  });

  test('has all plural forms of its language', () => {
    expect(faultsOf(({ texts, locale }) => missingPluralForms(texts[locale], locale))).toEqual([]);
  });

  test('follows the length and punctuation rules of its kind', () => {
    expect(faultsOf(({ key, texts, locale }) => punctuationFaults(key, texts[locale], texts.en))).toEqual([]);
    expect([...catalog].flatMap(([key, { en }]) => lengthFaults(key, en) ?? [])).toEqual([]);
  });

  test('uses one term for one concept in each language', () => {
    expect(faultsOf(({ key, texts, locale }) => termFaults(key, texts, locale))).toEqual([]);
  });

  test('is used in the code', () => {
    const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !file.startsWith('src/messages/') && !file.includes('.test.'),
    );
    const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
    const prefixes = [...source.matchAll(/[`'"]([\w.]+\.)\$\{/g)].map(([, prefix = '']) => prefix);
    const names = new Set([...source.matchAll(/(?:field|detail)Message\(\s*['`]?([\w]*)/g)].map(([, name]) => name));
    const isUsed = (key: string) =>
      source.includes(`'${key}'`) ||
      source.includes(`"${key}"`) ||
      prefixes.some((prefix) => key.startsWith(prefix)) ||
      (/^problem\.(?:field|detail)\./.test(key) &&
        (names.has(key.split('.')[2]) || source.includes(`'${key.split('.')[2]}'`)));
    expect([...catalog.keys()].filter((key) => !isUsed(key))).toEqual([]);
  });
});

describe('the rules', () => {
  test.each<[string, Locale, string]>([
    ['one', 'en', '{count, plural, other {# bookings}}'],
    ['many', 'fr', '{count, plural, one {# campagne} other {# campagnes}}'],
  ])('report a missing plural form %s', (form, locale, text) => {
    expect(missingPluralForms(text, locale)).toContain(form);
  });

  test('report a long label, a long action and a label with a period', () => {
    expect(lengthFaults('x.label.a', 'The name of a campaign')).toContain('5 words');
    expect(lengthFaults('x.action.a', 'Create a new campaign for advertisers')).toContain('6 words');
    const long = 'This is a long sentence that has no period at its end';
    expect(punctuationFaults('x.label.a', 'Name.', 'Name.')).toContain('period');
    expect(punctuationFaults('x.text.a', long, long)).toContain('must end');
    expect(punctuationFaults('x.text.a', 'Opgeslagen', 'Saved.')).toContain('differently');
  });

  test('report a translation with another term', () => {
    const texts = { en: 'Campaign paused', nl: 'Actie gepauzeerd', fr: 'Campagne en pause', de: 'Kampagne pausiert' };
    expect(termFaults('x.text.a', texts, 'nl')).toContain('campagne');
    expect(termFaults('x.text.a', texts, 'fr')).toBeNull();
  });
});
