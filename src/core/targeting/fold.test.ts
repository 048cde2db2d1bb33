import { describe, expect, test } from 'vitest';
import { fold } from './fold.ts';

describe('fold', () => {
  test.each([
    ['Red Wine/É', 'red_wine_é'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['ISTANBUL', 'istanbul'],
    ['cafe\u0301', 'café'],
    ['मीरा', 'मीरा'],
    ['ไทย', 'ไทย'],
    ['a\ufe0fb\u200dc\u00ad', 'abc'],
    ['٣ ½', '٣__'],
  ])('folds %j to %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test.each([
    ['मीरा', 'मारी'],
    ['कि', 'की'],
    ['resume', 'résumé'],
  ])('keeps %j and %j apart', (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  test('is idempotent and equal for canonically equivalent texts, for every code point with and without marks', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x1ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      for (const text of [character, `${character}\u0307`, `i${character}`, `a${character}\u0301b`]) {
        const folded = fold(text);
        if (fold(folded) !== folded || fold(text.normalize('NFD')) !== folded) wrong.push(text);
      }
    }
    expect(wrong).toEqual([]);
  });
});
