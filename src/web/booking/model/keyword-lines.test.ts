import { expect, test } from 'vitest';
import { maxKeywords } from '../../../core/words/limits.ts';
import { keywordsOfLines } from './keyword-lines.ts';

test('lines are keywords of the chosen match, or of the one that their signs say', () => {
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

test('what is there already is passed over, however it is written', () => {
  const others = [{ text: 'Filter coffee', match: 'broad' }] as const;
  expect(keywordsOfLines('coffee  FILTER\ntea\nTea', 'broad', others).added).toEqual([{ text: 'tea', match: 'broad' }]);
});

test('a line that is no keyword is refused with the reason', () => {
  const { added, refused } = keywordsOfLines('!!\na b c d e\na\tb\n[]', 'broad', []);
  expect(added).toEqual([]);
  expect(refused.map(({ why }) => why)).toEqual([
    'must have a letter or digit',
    'must have at most 4 different words to match broadly',
    'must not hold control characters',
    'must have a letter or digit',
  ]);
});

test('there are no more than a booking has', () => {
  const lines = Array.from({ length: maxKeywords + 2 }, (_, number) => `word ${number}`).join('\n');
  const { added, refused } = keywordsOfLines(lines, 'exact', []);
  expect([added.length, refused.length]).toEqual([maxKeywords, 2]);
});
