/** Characters that the folded form cannot contain: all except letters, combining marks, decimal digits and `_`. */
const otherCharacters = /[^\p{L}\p{M}\p{Nd}_]/gu;
/** Ignorable characters, such as joiners and variation selectors (Unicode, `Default_Ignorable_Code_Point`). */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns the form in which values are compared: lower case, with `_` for every character that is not a letter,
 * combining mark or decimal digit. One client folds values before it sends them and others do not, so both sides of a
 * comparison are folded. Folding is idempotent.
 *
 * Case is folded in full (`ß` equals `SS`, `ς` equals `Σ`, `İ` equals `i`), and canonically equivalent texts are equal.
 * Sources: product decisions 6; wire protocol 2.5; Unicode Standard, section 3.13 (default caseless matching).
 * @example fold('Red Wine/É') // 'red_wine_é'
 */
export function fold(text: string): string {
  if (isPlain(text)) return text;
  const lower = text.toLowerCase();
  return isPlain(lower) ? lower : foldCase(text).replace(ignorable, '').normalize('NFC').replace(otherCharacters, '_');
}

/**
 * Returns the folded forms in which clients send a value. One client replaces combining marks and joiners by `_`, which
 * is ambiguous: `म_र_` may be `मीरा` or `मारी`. A value in this form therefore matches each of them.
 * @returns the folded value first
 */
export function sentForms(value: string): readonly string[] {
  const folded = fold(value);
  const replaced = fold(value.normalize('NFC').replace(/[^\p{L}\p{Nd}_]/gu, '_'));
  return replaced === folded ? [folded] : [folded, replaced];
}

/** Upper case between two lower cases expands `ß` and `ẞ`, and unifies variants such as `σ` and `ς`. */
function foldCase(text: string): string {
  const lower = text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
  // The lower case of a sigma depends on its position, and that of `İ` is an `i` with a second dot.
  return lower.replaceAll('ς', 'σ').replace(/i\u0307+/g, 'i');
}

const codes = { zero: 0x30, nine: 0x39, a: 0x61, z: 0x7a, underscore: 0x5f } as const;

/**
 * Reports whether a text consists of `a` to `z`, `0` to `9` and `_`, which fold to themselves. Faster than a regular
 * expression for short texts.
 */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isLetter = code >= codes.a && code <= codes.z;
    const isDigit = code >= codes.zero && code <= codes.nine;
    if (!isLetter && !isDigit && code !== codes.underscore) return false;
  }
  return true;
}
