import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalFromMicros, microsFromDecimal } from './money.ts';

test('examples by hand', () => {
  expect(microsFromDecimal('2.5')).toBe(2_500_000);
  expect(microsFromDecimal('0.000001')).toBe(1);
  expect(microsFromDecimal('999999999.999999')).toBe(999_999_999_999_999);
  expect(decimalFromMicros(2_500_000)).toBe('2.50');
  expect(decimalFromMicros(0)).toBe('0.00');
  expect(decimalFromMicros(1_234_567)).toBe('1.234567');
});

test('returns null for text that is not an amount', () => {
  for (const text of ['', '-1', '1.', '.5', '1e3', '1,5', '0x10', ' 1', '1.1234567', '1234567890', 'NaN']) {
    expect(microsFromDecimal(text)).toBeNull();
  }
});

test('every amount of micro-units is restored from its text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (micros) => {
      expect(microsFromDecimal(decimalFromMicros(micros))).toBe(micros);
    }),
    { numRuns: 2000, seed: 20261121 },
  );
});
