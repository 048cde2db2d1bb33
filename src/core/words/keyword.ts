import { maxBroadWords, maxKeywordWords } from './limits.ts';

/** How a keyword matches a search. */
export const keywordMatches = ['exact', 'phrase', 'broad'] as const;
/** One of `keywordMatches`. */
export type KeywordMatch = (typeof keywordMatches)[number];

/** `exact`: the whole search; `phrase`: these words in this order; `broad`: all of them, in any order. */
export type Keyword = { readonly text: string; readonly match: KeywordMatch };

/** Why a keyword is invalid. */
export type KeywordFaultCode = 'noLetter' | 'tooManyWords' | 'tooManyBroadWords';

const faultTexts: Readonly<Record<KeywordFaultCode, string>> = {
  noLetter: 'must have a letter or digit',
  tooManyWords: `must have at most ${maxKeywordWords} words`,
  tooManyBroadWords: `must have at most ${maxBroadWords} different words to match broadly`,
};

/**
 * Why a keyword is invalid, for problems of the API. Null: it is valid.
 * @example keywordFault({ text: '!', match: 'exact' }) // 'must have a letter or digit'
 */
export function keywordFault(keyword: Keyword): string | null {
  const code = keywordFaultCode(keyword);
  return code === null ? null : faultTexts[code];
}

/**
 * Why a keyword is invalid. Null: it is valid.
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
