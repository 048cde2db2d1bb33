/** A term that the style guide replaces, and the term to use instead. */
export type ReplacedTerm = { readonly pattern: RegExp; readonly use: string };

/** One occurrence of a replaced term. */
export type TermOccurrence = { readonly line: number; readonly text: string; readonly use: string };

/** Terms in prose: comments, test titles, strings and documents. Source: docs/style-guide.md. */
const prose: readonly ReplacedTerm[] = [
  { pattern: /\b(?:whoever|whomever)\b/gi, use: 'the noun of the person or program' },
  {
    pattern: /\b(?:[Ss]ome|[Aa]ny|[Ee]very|[Nn]o)body\b/g,
    use: 'user, viewer, client or caller',
  },
  { pattern: /\b(?:told|tells?) of\b/gi, use: 'reported, notified, states' },
  { pattern: /\b(?:goes|went) on\b/gi, use: 'continues' },
  { pattern: /\bonce more\b/gi, use: 'again' },
  { pattern: /\bthought of\b/gi, use: 'draft, dry run' },
  { pattern: /\bof (?:yours|theirs)\b/gi, use: 'your own' },
  { pattern: /\bin the way of\b/gi, use: 'blocks' },
  { pattern: /\bcomes along\b/gi, use: 'is bundled, is included' },
  { pattern: /\bby the clock of\b/gi, use: 'time zone' },
  { pattern: /\bthe clock that only\b/gi, use: 'monotonic clock' },
  { pattern: /\bforesight\b/gi, use: 'forecast' },
];

/** Words in names of the code. A name such as `memberPlaces` or `place` had up to five meanings. */
const names: readonly ReplacedTerm[] = [
  { pattern: /\b(?:places?|\w+(?:Places?))\b|\bplace(?=[A-Z])\w*/g, use: 'index, slot, position, path or location' },
  { pattern: /\b(?:rooms?|\w+Rooms?)\b/g, use: 'range, capacity or space' },
  { pattern: /\b(?:wish|wishes|\w+Wish(?:es)?)\b/g, use: 'options or request' },
  { pattern: /\b(?:witness|\w+Witness)\b/g, use: 'observer' },
  { pattern: /\b(?:films?|\w+Films?)\b/g, use: 'video or videoFile' },
];

/** Quoted data: the Unix user, the outcome code of a decision trace, and a field of stored decisions. */
const data = /'nobody'|`nobody`|'place'|`place`|\bpostgres:\/\/nobody@/g;
/** Idioms and CSS properties. */
const idioms =
  /\bin[- ]place\b|\bplace-(?:items|content)\b|\bin place of\b|\b(?:decimal|binary) places\b|\brun-in-place\b/gi;

/** Finds the replaced terms of a text. Names are checked in code only. */
export function replacedTermsIn(text: string, kind: 'code' | 'document'): readonly TermOccurrence[] {
  return text.split('\n').flatMap((written, index) => {
    const line = written.replaceAll(data, '').replaceAll(idioms, '');
    const found = [...prose, ...(kind === 'code' ? names : [])].flatMap(({ pattern, use }) =>
      [...line.matchAll(pattern)].map(([term]) => ({ line: index + 1, text: term, use })),
    );
    return found;
  });
}
