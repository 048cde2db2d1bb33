import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextSigner } from './signed-text.ts';

const signer = createTextSigner(randomBytes(32));

test('a signed text is restored and is safe in any URL', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 200 }), (text) => {
      const signed = signer.sign(text.toWellFormed());
      expect(signed).toMatch(/^[\w.-]+$/);
      expect(signer.open(signed)).toBe(text.toWellFormed());
    }),
  );
});

test('any other text is rejected', () => {
  const signed = signer.sign('{"creative":7}');
  for (let at = 0; at < signed.length; at += 1) {
    const forged = signed.slice(0, at) + (signed[at] === 'A' ? 'B' : 'A') + signed.slice(at + 1);
    expect(signer.open(forged)).toBeNull();
  }
  const others = ['', '.', signed.slice(1), signed.slice(0, -1), `${signed}A`, `${signed}=`, 'A'.repeat(2_000)];
  for (const other of others) expect(signer.open(other)).toBeNull();
  expect(createTextSigner(randomBytes(32)).open(signed)).toBeNull();
});
