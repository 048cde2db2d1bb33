import { maxBroadWords, maxKeywordWords } from './limits/booking-limits.ts';

/** Match types of keywords. */
export const keywordMatches = ['exact', 'phrase', 'broad'] as const;
export type KeywordMatch = (typeof keywordMatches)[number];

/** A keyword. `exact`: the whole search; `phrase`: these words in this order; `broad`: all words in any order. */
export type Keyword = { readonly text: string; readonly match: KeywordMatch };

/** Reason why a keyword is invalid. */
export type KeywordFaultCode = 'noLetter' | 'tooManyWords' | 'tooManyBroadWords';

/**
 * Returns the reason why a keyword is invalid; null: valid.
 * Source: docs/decisions/0121-sponsored-bookings.md.
 * @example keywordFaultCode({ text: '!', match: 'exact' }) // 'noLetter'
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
