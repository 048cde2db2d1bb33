import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createShopperKeys } from './shopper-keys.ts';

const year = { min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) - 1 };

test('a shopper has one unique key per calendar month, for any order of calls', () => {
  const keys = createShopperKeys('a secret');
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(fc.constantFrom('ui:anna', 'ui:bert', 'ui:żółw'), fc.integer(year), (shopper, atMs) => {
      const name = `${shopper} ${new Date(atMs).toISOString().slice(0, 7)}`;
      const key = keys.keyOf(shopper, atMs);
      expect(key).toMatch(/^[0-9a-f]{16}$/);
      expect(seen.get(name) ?? key).toBe(key);
      seen.set(name, key);
      expect(createShopperKeys('a secret').keyOf(shopper, atMs)).toBe(key);
      expect(createShopperKeys('another').keyOf(shopper, atMs)).not.toBe(key);
    }),
    { numRuns: 500 },
  );
  expect(new Set(seen.values()).size).toBe(seen.size);
});

test('a month starts and ends at midnight UTC', () => {
  const keys = createShopperKeys('a secret');
  const [before, after] = ['2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.000Z'].map((at) =>
    keys.keyOf('ui:anna', Date.parse(at)),
  );
  expect(before).not.toBe(after);
  expect(keys.keyOf('ui:anna', Date.parse('2026-12-31T23:59:59.999Z'))).toBe(after);
});
