import { fold } from '../targeting/fold.ts';
import type { Keyword } from '../vocabulary/keyword.ts';
import { maxBroadWords, maxKeywordWords } from '../vocabulary/limits/booking-limits.ts';
import { maxQueryWords, maxSearchWords } from '../vocabulary/limits/delivery-limits.ts';

/**
 * Splits a text into words for the comparison of keywords: folded, and split at all characters except letters,
 * combining marks and digits.
 * @example wordsOf(' Red-Wine, dry ') // ['red', 'wine', 'dry']
 */
export function wordsOf(text: string): readonly string[] {
  return fold(text.normalize('NFKC'))
    .split('_')
    .filter((word) => word !== '');
}

/**
 * Returns the value of the fact `keyword` that a request has if the keyword matches its search. `__` separates the
 * match types, because no value consisting of words contains it. A broad keyword of several words matches only the
 * first `maxQueryWords` different words of a search.
 * Source: docs/decisions/0121-sponsored-bookings.md.
 * @param keyword at least one word; for `broad` at most `maxBroadWords` different ones
 * @example keywordTerm({ text: 'wine red', match: 'broad' }) // 'broad__red_wine'
 */
export function keywordTerm({ text, match }: Keyword): string {
  const words = wordsOf(text);
  if (match === 'exact') return words.join('_');
  if (match === 'phrase') return `phrase__${words.join('_')}`;
  return `broad__${[...new Set(words)].sort().join('_')}`;
}

/** Value of the fact `keyword` for a search of more than `maxSearchWords` words. */
export const longSearchTerm = 'long__search';

/** Returns the value of the fact `keyword` for a search with this word. */
export function wordTerm(word: string): string {
  return `broad__${word}`;
}

/**
 * Returns all values of the fact `keyword` of a search, from its first `maxSearchWords` words: the whole search, each
 * run of up to `maxKeywordWords` words, each word, and each set of up to `maxBroadWords` of its first `maxQueryWords`
 * different words.
 * @example searchTerms('red wine') // ['red_wine', 'phrase__red', 'phrase__red_wine', 'phrase__wine', 'broad__red',
 * ...]
 */
export function searchTerms(query: string): readonly string[] {
  const all = wordsOf(query);
  if (all.length === 0) return [];
  const words = all.slice(0, maxSearchWords);
  const terms = all.length > words.length ? [longSearchTerm] : [words.join('_')];
  for (let from = 0; from < words.length; from += 1) {
    let run = 'phrase_';
    for (let to = from; to < Math.min(words.length, from + maxKeywordWords); to += 1) {
      run += `_${words[to]}`;
      terms.push(run);
    }
  }
  const different = [...new Set(words)];
  for (const word of different.slice(maxQueryWords)) terms.push(wordTerm(word));
  addSets('broad_', different.slice(0, maxQueryWords).sort(), { from: 0, left: maxBroadWords, terms });
  return terms;
}

type Sets = { readonly from: number; readonly left: number; readonly terms: string[] };

function addSets(before: string, words: readonly string[], { from, left, terms }: Sets): void {
  if (left === 0) return;
  for (let at = from; at < words.length; at += 1) {
    const set = `${before}_${words[at]}`;
    terms.push(set);
    addSets(set, words, { from: at + 1, left: left - 1, terms });
  }
}

/**
 * Returns a category with its ancestors as one value of the fact `category`.
 * @example categoryTerm('Drinks > Red Wine') // 'drinks__red_wine'
 */
export function categoryTerm(path: string): string {
  return levelsOf(path).join('__');
}

/**
 * Returns the category of a page or product and its ancestors. A booked category thus covers its subcategories.
 * @example categoryTerms('Drinks > Wine') // ['drinks', 'drinks__wine']
 */
export function categoryTerms(path: string): readonly string[] {
  const levels = levelsOf(path);
  return levels.map((_, last) => levels.slice(0, last + 1).join('__'));
}

/** Levels are separated by ` > `, or by `___` after folding by a client. */
function levelsOf(path: string): readonly string[] {
  return path
    .split(/>|___/)
    .map((level) => wordsOf(level).join('_'))
    .filter((level) => level !== '');
}
