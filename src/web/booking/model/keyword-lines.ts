import { keywordTerm } from '../../../core/sponsored/search-terms.ts';
import { type Keyword, type KeywordMatch, keywordFault } from '../../../core/words/keyword.ts';
import { maxKeywordLength, maxKeywords } from '../../../core/words/limits.ts';

/** A line that is no keyword, and why. */
export type InvalidLine = { readonly line: string; readonly why: string };

/**
 * Keywords of lines as people paste them: `"quoted"` is a phrase and `[in brackets]` exact, whatever else is chosen. What
 * is among the others already is passed over.
 * @param others the keywords that are there
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
  for (const line of lines.split(/\r?\n/).map((one) => one.trim())) {
    if (line === '') continue;
    const keyword = keywordOf(line, match);
    const why = faultOf(keyword, others.length + added.length);
    const term = keywordTerm(keyword);
    if (why !== null) refused.push({ line, why });
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

function faultOf(keyword: Keyword, count: number): string | null {
  if (keyword.text.length > maxKeywordLength) return `must have at most ${maxKeywordLength} characters`;
  if (/[\p{Cc}\p{Cs}]/u.test(keyword.text)) return 'must not hold control characters';
  if (count >= maxKeywords) return `is beyond the ${maxKeywords} of a booking`;
  return keywordFault(keyword);
}
