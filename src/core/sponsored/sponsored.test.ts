import { describe, expect, test } from 'vitest';
import { referenceTargeting } from '../../../test/oracle/reference/reference-targeting.ts';
import type { Targeting } from '../targeting/targeting.ts';
import { targetingFault } from '../targeting/targeting-fault.ts';
import type { KeywordMatch } from '../vocabulary/keyword.ts';
import { maxKeywords, maxTargetingLeaves } from '../vocabulary/limits/booking-limits.ts';
import { maxQueryWords } from '../vocabulary/limits/delivery-limits.ts';
import { categoryTerm, categoryTerms, keywordTerm, searchTerms, wordsOf } from './search-terms.ts';
import { sponsoredTargeting } from './sponsored-targeting.ts';

/** Reference implementation of keyword matching without terms. */
function fits(keyword: string, match: KeywordMatch, query: string): boolean {
  const [wanted, words] = [wordsOf(keyword), wordsOf(query)];
  if (match === 'broad') return wanted.every((word) => words.includes(word));
  if (match === 'exact') return wanted.join(' ') === words.join(' ');
  return ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `);
}

describe('keyword', () => {
  test.each([
    ['Red Wine', 'exact', 'red wine', true],
    ['red wine', 'exact', 'red_wine', true],
    ['red wine', 'exact', ' RED–wine! ', true],
    ['red wine', 'exact', 'dry red wine', false],
    ['red wine', 'phrase', 'dry red wine', true],
    ['red wine', 'phrase', 'red dry wine', false],
    ['red wine', 'broad', 'wine, dry and red', true],
    ['red wine', 'broad', 'wine', false],
    ['wein', 'broad', 'weine', false],
    ['ﬁlter', 'exact', 'filter', true],
    ['phrase red', 'exact', 'red wine', false],
  ] as const)('%s (%s) and the search %s: %s', (text, match, query, expected) => {
    expect(searchTerms(query).includes(keywordTerm({ text, match }))).toBe(expected);
    expect(fits(text, match, query)).toBe(expected);
  });

  test('matches a search by its term exactly when it matches by its words', () => {
    const words = ['a', 'b', 'c', 'd'];
    const texts = words.flatMap((one) => [one, ...words.flatMap((two) => [`${one} ${two}`, `${one} ${two} a`])]);
    for (const query of texts) {
      const terms = new Set(searchTerms(query));
      for (const text of texts) {
        for (const match of ['exact', 'phrase', 'broad'] as const) {
          expect(terms.has(keywordTerm({ text, match })), `${text} ${match} ${query}`).toBe(fits(text, match, query));
        }
      }
    }
  });

  test('is compared with a limited number of terms of a long search', () => {
    const query = Array.from({ length: 500 }, (_, word) => `w${word}`).join(' ');
    expect(searchTerms(query).length).toBeLessThan(1_300);
    expect(searchTerms(query)).toContain(keywordTerm({ text: `w${maxQueryWords - 1} w0`, match: 'broad' }));
    expect(searchTerms(' -- ')).toEqual([]);
  });

  test.each([
    ['मीरा', 'मारी', false],
    ['मीरा', 'लाल मीरा', true],
    ['istanbul', 'İstanbul oteli', true],
    ['straße', 'HAUPT STRASSE', true],
  ])('%s and the search %s in scripts with marks and special cases: %s', (text, query, expected) => {
    for (const match of ['phrase', 'broad'] as const) {
      expect(searchTerms(query).includes(keywordTerm({ text, match }))).toBe(expected);
    }
  });
});

test('a category matches pages of its subcategories, also when a client has folded it', () => {
  expect(categoryTerms('Drinks > Wine > Red')).toContain(categoryTerm('drinks>wine'));
  expect(categoryTerms('drinks___wine___red')).toEqual(categoryTerms('Drinks > Wine > Red'));
  expect(categoryTerms('Drinks > Wine')).not.toContain(categoryTerm('Drinks > Wine > Red'));
  expect(categoryTerms('Drinks Wine')).not.toContain(categoryTerm('Drinks > Wine'));
});

describe('tree of a booking', () => {
  const none = { keywords: [], negativeKeywords: [], categories: [], productPages: [] };
  const red = { text: 'red', match: 'exact' } as const;

  test('requires one of its keywords or categories, no negative keyword, and its own targeting', () => {
    const own = { fact: 'country', values: ['be'] } as const;
    const terms = {
      keywords: [red, red],
      negativeKeywords: [red],
      categories: ['Drinks > Wine'],
      productPages: ['p 1', 'p 1'],
    };
    const tree = sponsoredTargeting(terms, { all: [own] });
    expect(tree).toEqual({
      all: [
        {
          any: [
            { fact: 'keyword', values: ['red'] },
            { fact: 'category', values: ['drinks__wine'] },
            { fact: 'product', values: ['p 1'] },
          ],
        },
        { not: { fact: 'keyword', values: ['red', 'long__search'] } },
        own,
      ],
    });
    expect(targetingFault(tree)).toBeNull();
  });

  test('excludes a search with a negative keyword at any position in a search of any length', () => {
    const negativeKeywords = [
      { text: 'free', match: 'broad' },
      { text: 'used car', match: 'broad' },
      { text: 'used van', match: 'broad' },
      { text: 'how to fix', match: 'broad' },
      { text: 'for sale by owner', match: 'phrase' },
    ] as const;
    const tree = sponsoredTargeting({ ...none, negativeKeywords }, null);
    expect(targetingFault(tree)).toBeNull();
    const filler = (count: number) => Array.from({ length: count }, (_, word) => `w${word}`).join(' ');
    const holds = (query: string) => {
      const request = { parameters: new Map(), context: { keywords: searchTerms(query) } };
      return (
        referenceTargeting(tree as Targeting, request, { clock: { weekday: 'mon', minute: 0 }, screen: {} }) === 'holds'
      );
    };
    for (const count of [0, 7, 8, 16, 17, 90]) {
      const start = filler(count);
      for (const { text } of negativeKeywords) expect(holds(`${start} ${text}`), `${count} ${text}`).toBe(false);
      for (const partial of ['used', 'car', 'fix how', 'by owner', 'sale for by owner']) {
        expect(holds(`${start} ${partial}`), `${count} ${partial}`).toBe(true);
      }
      expect(holds(`van ${start} used`), `${count}`).toBe(false);
    }
    expect(holds(filler(101))).toBe(false);
  });

  test('accepts the largest number of negative keywords together with the largest targeting', () => {
    const negativeKeywords = Array.from({ length: maxKeywords }, (_, n) => ({
      text: `a${n} b${n} c${n} d${n}`,
      match: 'broad' as const,
    }));
    const own = {
      any: Array.from({ length: maxTargetingLeaves - 3 }, (_, n) => ({ fact: 'country' as const, values: [`c${n}`] })),
    };
    expect(
      targetingFault(sponsoredTargeting({ ...none, negativeKeywords, keywords: [red], categories: ['x'] }, own)),
    ).toBeNull();
  });

  test('has minimal depth', () => {
    expect(sponsoredTargeting(none, null)).toBeNull();
    expect(sponsoredTargeting({ ...none, keywords: [red] }, null)).toEqual({ fact: 'keyword', values: ['red'] });
  });
});
