import { maxBroadWords, maxKeywordWords } from './limits.ts';

/** How the words of a keyword must stand in what somebody searched for. */
export const keywordMatches = ['exact', 'phrase', 'broad'] as const;
/** One of `keywordMatches`. */
export type KeywordMatch = (typeof keywordMatches)[number];

/** `exact`: the whole search; `phrase`: these words side by side in it; `broad`: all of them, in any order. */
export type Keyword = { readonly text: string; readonly match: KeywordMatch };

/**
 * What is wrong with the words of a keyword; null: nothing.
 * @example keywordFault({ text: '!', match: 'exact' }) // 'must have a letter or digit'
 * Source: docs/decisions/0121-sponsored-bookings.md.
 */
export function keywordFault({ text, match }: Keyword): string | null {
  const words =
    text
      .normalize('NFKC')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? [];
  if (words.length === 0) return 'must have a letter or digit';
  if (words.length > maxKeywordWords) return `must have at most ${maxKeywordWords} words`;
  const isWide = match === 'broad' && new Set(words).size > maxBroadWords;
  return isWide ? `must have at most ${maxBroadWords} different words to match broadly` : null;
}
