import { expect, test } from 'vitest';
import { maxKeywords } from '../../../core/vocabulary/limits/booking-limits.ts';
import { keywordsOfLines } from './keyword-lines.ts';

test('reads one keyword per line, with the match type of its quotes or brackets', () => {
  expect(keywordsOfLines(' filter coffee \r\n\n[coffee]\n"dark roast"\n“light roast”', 'broad', [])).toEqual({
    added: [
      { text: 'filter coffee', match: 'broad' },
      { text: 'coffee', match: 'exact' },
      { text: 'dark roast', match: 'phrase' },
      { text: 'light roast', match: 'phrase' },
    ],
    refused: [],
  });
});

test('skips keywords that exist in another spelling', () => {
  const others = [{ text: 'Filter coffee', match: 'broad' }] as const;
  expect(keywordsOfLines('coffee  FILTER\ntea\nTea', 'broad', others).added).toEqual([{ text: 'tea', match: 'broad' }]);
});

test('refuses invalid lines with the reason', () => {
  const { added, refused } = keywordsOfLines('!!\na b c d e\na\tb\n[]', 'broad', []);
  expect(added).toEqual([]);
  expect(refused.map(({ fault }) => fault)).toEqual(['noLetter', 'tooManyBroadWords', 'controlCharacter', 'noLetter']);
});

test('refuses keywords beyond the limit of a booking', () => {
  const lines = Array.from({ length: maxKeywords + 2 }, (_, number) => `word ${number}`).join('\n');
  const { added, refused } = keywordsOfLines(lines, 'exact', []);
  expect([added.length, refused.length]).toEqual([maxKeywords, 2]);
});
