import { maxBroadWords, maxKeywordWords } from './limits.ts';

/** How a keyword matches a search. */
export const keywordMatches = ['exact', 'phrase', 'broad'] as const;
/** One of `keywordMatches`. */
export type KeywordMatch = (typeof keywordMatches)[number];

/** `exact`: the whole search; `phrase`: these words in this order; `broad`: all of them, in any order. */
export type Keyword = { readonly text: string; readonly match: KeywordMatch };

/** Why a keyword is invalid. */
export type KeywordFaultCode = 'noLetter' | 'tooManyWords' | 'tooManyBroadWords';

/**
 * Why a keyword is invalid. Null: it is valid.
 * @example keywordFaultCode({ text: '!', match: 'exact' }) // 'noLetter'
 * Source: docs/decisions/0121-sponsored-bookings.md.
 */
export function keywordFaultCode({ text, match }: Keyword): KeywordFaultCode | null {
  const words =
    text
      .normalize('NFKC')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? [];
  if (words.length === 0) return 'noLetter';
  if (words.length > maxKeywordWords) return 'tooManyWords';
  const isWide = match === 'broad' && new Set(words).size > maxBroadWords;
  return isWide ? 'tooManyBroadWords' : null;
}
