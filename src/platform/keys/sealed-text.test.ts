import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSealedText, sealText } from './sealed-text.ts';

const key = randomBytes(32);

test('a sealed text can only be opened with its key, and sealing is not deterministic', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (given) => {
      const text = given.toWellFormed();
      const sealed = sealText(key, text);
      expect(sealed).toMatch(/^[\w-]+$/);
      expect(openSealedText(key, sealed)).toBe(text);
      expect(openSealedText(randomBytes(32), sealed)).toBeNull();
      expect(sealText(key, text)).not.toBe(sealed);
    }),
  );
});

test('a changed text cannot be opened', () => {
  const bytes = Buffer.from(sealText(key, 'a secret'), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    expect(openSealedText(key, changed.toString('base64url'))).toBeNull();
  }
  for (const short of ['', 'A', bytes.subarray(0, 27).toString('base64url')]) {
    expect(openSealedText(key, short)).toBeNull();
  }
});
