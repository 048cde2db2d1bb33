import type { Targeting } from '../targeting/targeting.ts';
import type { Keyword } from '../vocabulary/keyword.ts';
import { categoryTerm, keywordTerm, longSearchTerm, wordsOf, wordTerm } from './search-terms.ts';

/** Targeting of a sponsored products booking. */
export type SponsoredTerms = {
  readonly keywords: readonly Keyword[];
  /** None of these may match the search. */
  readonly negativeKeywords: readonly Keyword[];
  /** With ancestors: `Drinks > Wine`. */
  readonly categories: readonly string[];
  /** Product pages, by ID in the shop. */
  readonly productPages: readonly string[];
};

/**
 * Returns the tree of a sponsored products booking: one of its keywords, categories or product pages matches, no
 * negative keyword matches, and its own targeting is met. Without keywords, categories and product pages only its own
 * targeting applies.
 * Source: docs/decisions/0121-sponsored-bookings.md.
 * @param own targeting of the booking; null: all requests
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
 * Returns a tree that is met if a negative keyword matches anywhere in a search. A broad keyword of several words is
 * compared word by word, because searches have sets of their first words only. A search that is too long to be compared
 * counts as a match.
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

/** Combines keywords of two words with the same first word into one tree, which saves leaves. */
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
