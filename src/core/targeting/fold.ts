const plain = /^[a-z0-9_]*$/;
const neitherLetterNorDigit = /[^\p{L}\p{Nd}_]/gu;

/**
 * How a value compares: lower case, and every character that is neither a letter nor a decimal digit as `_`. One client
 * folds values before it sends them and the others do not, so both sides of a comparison are folded, and folding what is
 * folded changes nothing.
 * Source: product decisions 6; wire protocol 2.5.
 * @example fold('Red Wine/é') // 'red_wine_é'
 */
export function fold(text: string): string {
  return plain.test(text) ? text : text.toLowerCase().replace(neitherLetterNorDigit, '_');
}
