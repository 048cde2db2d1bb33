import type { Targeting } from '../targeting/targeting.ts';
import type { Keyword } from '../words/keyword.ts';
import { categoryTerm, keywordTerm, longSearchTerm, wordsOf, wordTerm } from './search-terms.ts';

/** Which requests a booking of sponsored products is for. */
export type SponsoredTerms = {
  readonly keywords: readonly Keyword[];
  /** None of these fits the search. */
  readonly negativeKeywords: readonly Keyword[];
  /** With those above them: `Drinks > Wine`. */
  readonly categories: readonly string[];
  /** Pages of these products, by their ids in the shop. */
  readonly productPages: readonly string[];
};

/**
 * The tree of a booking of sponsored products: one of its keywords, categories or product pages fits and no negative keyword does, and
 * its own targeting holds. Without any of them it is for every request that its own targeting is for.
 * @param own the booking's targeting; null: everybody
 * Source: docs/decisions/0121-sponsored-bookings.md.
 */
export function sponsoredTargeting(terms: SponsoredTerms, own: Targeting | null): Targeting | null {
  const wanted: Targeting[] = [];
  if (terms.keywords.length > 0) wanted.push(keywordLeaf(terms.keywords));
  if (terms.categories.length > 0) {
    wanted.push({ fact: 'category', values: [...new Set(terms.categories.map(categoryTerm))] });
  }
  if (terms.productPages.length > 0) wanted.push({ fact: 'product', values: [...new Set(terms.productPages)] });
  const parts: Targeting[] = [];
  const [first, ...others] = wanted;
  if (first !== undefined) parts.push(others.length === 0 ? first : { any: wanted });
  if (terms.negativeKeywords.length > 0) parts.push({ not: negativeTree(terms.negativeKeywords) });
  if (own !== null) parts.push(...('all' in own ? own.all : [own]));
  const [only] = parts;
  if (only === undefined) return null;
  return parts.length === 1 ? only : { all: parts };
}

function keywordLeaf(keywords: readonly Keyword[]): Targeting {
  return { fact: 'keyword', values: [...new Set(keywords.map(keywordTerm))] };
}

/**
 * The tree that holds where a negative keyword matches anywhere in a search. A broad keyword of several words is compared word by
 * word, because searches have sets of their first words only. A search that is too long to be compared counts as a match.
 */
function negativeTree(keywords: readonly Keyword[]): Targeting {
  const sets = keywords
    .filter(({ match }) => match === 'broad')
    .map(({ text }) => [...new Set(wordsOf(text))].sort())
    .filter((words) => words.length > 1);
  const single = keywords.filter(({ text, match }) => match !== 'broad' || new Set(wordsOf(text)).size === 1);
  const leaf: Targeting = { fact: 'keyword', values: [...new Set(single.map(keywordTerm)), longSearchTerm] };
  return sets.length === 0 ? leaf : { any: [leaf, ...setTrees(sets)] };
}

/** Keywords of two words that share the first one take one tree together, which saves leaves. */
function setTrees(sets: readonly (readonly string[])[]): readonly Targeting[] {
  const pairs = Map.groupBy(
    sets.filter((words) => words.length === 2),
    ([first]) => first as string,
  );
  const ofPairs = [...pairs].map(([first, words]) => ({
    all: [wordLeaf([first]), wordLeaf(words.map(([, second]) => second as string))],
  }));
  const larger = sets
    .filter((words) => words.length > 2)
    .map((words) => ({ all: words.map((word) => wordLeaf([word])) }));
  return [...ofPairs, ...larger];
}

function wordLeaf(words: readonly string[]): Targeting {
  return { fact: 'keyword', values: [...new Set(words.map(wordTerm))] };
}
