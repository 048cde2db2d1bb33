const neitherLetterNorDigit = /[^\p{L}\p{Nd}_]/gu;

/**
 * How a value compares: lower case, and every character that is neither a letter nor a decimal digit as `_`. One client
 * folds values before it sends them and the others do not, so both sides of a comparison are folded, and folding what is
 * folded changes nothing.
 * Source: product decisions 6; wire protocol 2.5.
 * @example fold('Red Wine/é') // 'red_wine_é'
 */
export function fold(text: string): string {
  if (isPlain(text)) return text;
  const lower = text.toLowerCase();
  return isPlain(lower) ? lower : lower.replace(neitherLetterNorDigit, '_');
}

const codes = { zero: 0x30, nine: 0x39, a: 0x61, z: 0x7a, underscore: 0x5f } as const;

/** True for `a` to `z`, `0` to `9` and `_` alone, which fold to themselves. Values are short: an expression takes longer to begin. */
function isPlain(text: string): boolean {
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    const isLetter = code >= codes.a && code <= codes.z;
    const isDigit = code >= codes.zero && code <= codes.nine;
    if (!isLetter && !isDigit && code !== codes.underscore) return false;
  }
  return true;
}
