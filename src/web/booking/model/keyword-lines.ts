import { keywordTerm } from '../../../core/sponsored/search-terms.ts';
import { type Keyword, type KeywordMatch, keywordFaultCode } from '../../../core/vocabulary/keyword.ts';
import { maxKeywordLength, maxKeywords } from '../../../core/vocabulary/limits/booking-limits.ts';
import type { KeywordLineFault } from './keyword-labels.ts';

/** A line that is not a valid keyword, and the reason. */
export type InvalidLine = { readonly line: string; readonly fault: KeywordLineFault };

/**
 * Parses pasted lines into keywords. A line in quotes is a phrase and a line in brackets is exact; other lines have the
 * given match type. Duplicates are skipped.
 * @param others the existing keywords
 * @example keywordsOfLines('tea\n[green tea]', 'broad', []).added // [{ text: 'tea', match: 'broad' }, { text: 'green tea', match: 'exact' }]
 */
export function keywordsOfLines(
  lines: string,
  match: KeywordMatch,
  others: readonly Keyword[],
): { readonly added: readonly Keyword[]; readonly refused: readonly InvalidLine[] } {
  const added: Keyword[] = [];
  const refused: InvalidLine[] = [];
  const known = new Set(others.map(keywordTerm));
  for (const line of lines.split(/\r?\n/).map((text) => text.trim())) {
    if (line === '') continue;
    const keyword = keywordOf(line, match);
    const fault = faultOf(keyword, others.length + added.length);
    const term = keywordTerm(keyword);
    if (fault !== null) refused.push({ line, fault });
    else if (!known.has(term)) {
      known.add(term);
      added.push(keyword);
    }
  }
  return { added, refused };
}

function keywordOf(line: string, match: KeywordMatch): Keyword {
  const [, exact] = /^\[(.*)\]$/.exec(line) ?? [];
  if (exact !== undefined) return { text: exact.trim(), match: 'exact' };
  const [, phrase] = /^["“](.*)["”]$/.exec(line) ?? [];
  if (phrase !== undefined) return { text: phrase.trim(), match: 'phrase' };
  return { text: line, match };
}

function faultOf(keyword: Keyword, count: number): KeywordLineFault | null {
  if (keyword.text.length > maxKeywordLength) return 'tooLong';
  if (/[\p{Cc}\p{Cs}]/u.test(keyword.text)) return 'controlCharacter';
  if (count >= maxKeywords) return 'tooManyKeywords';
  return keywordFaultCode(keyword);
}
