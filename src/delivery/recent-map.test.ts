import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecentMap } from './recent-map.ts';

test('recently used entries are available, up to the capacity', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 20 }),
      fc.array(fc.nat({ max: 30 }), { maxLength: 300 }),
      (capacity, uses) => {
        const map = createRecentMap<number, number>(capacity);
        uses.forEach((key, index) => {
          const kept = map.get(key);
          const lately = uses.slice(0, index).slice(-Math.floor(capacity / 2));
          if (lately.includes(key)) expect(kept).toBe(key * 2);
          if (kept === undefined) map.set(key, key * 2);
        });
        const all = Array.from({ length: 31 }, (_, key) => key).filter((key) => map.get(key) !== undefined);
        expect(all.length).toBeLessThanOrEqual(capacity);
      },
    ),
  );
});

test('the latest value of a key is returned', () => {
  const map = createRecentMap<string, number>(4);
  map.set('a', 1);
  map.set('a', 2);
  expect(map.get('a')).toBe(2);
  expect(map.get('b')).toBeUndefined();
});
