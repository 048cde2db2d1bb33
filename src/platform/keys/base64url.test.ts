import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64Url } from './base64url.ts';

function decoded(text: string): string | null {
  const bytes = Buffer.alloc(text.length);
  const length = decodeBase64Url(text, bytes);
  return length === -1 ? null : bytes.toString('hex', 0, length);
}

test('decodes what Buffer encodes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(decoded(Buffer.from(bytes).toString('base64url'))).toBe(Buffer.from(bytes).toString('hex'));
    }),
  );
});

test('accepts exactly the texts that Buffer would encode again to the same text', () => {
  const character = fc.constantFrom(...Array.from('ABQZabgwz019-_+/= é\u0100😀'));
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 9 }), (text) => {
      const isOnlySpelling = Buffer.from(text, 'base64url').toString('base64url') === text;
      expect(decoded(text) !== null).toBe(isOnlySpelling);
    }),
    { numRuns: 5_000 },
  );
});
