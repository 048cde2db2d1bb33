import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ArenaRange, createRangeAllocator, rangeFor } from './range-allocator.ts';

test('allocations have the requested capacity, never overlap, and are reused', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 300 })), { maxLength: 200 }), (sizes) => {
      let length = 0;
      const ranges = createRangeAllocator((_from, to) => {
        length = to;
      });
      const held = new Map<number, ArenaRange>();
      for (const [who, size] of sizes) {
        const range = rangeFor(size, ranges, held.get(who));
        held.set(who, range);
        expect(range.capacity).toBeGreaterThanOrEqual(size);
      }
      const ends = [...held.values()]
        .filter(({ capacity }) => capacity > 0)
        .toSorted((one, other) => one.first - other.first);
      for (const [index, { first, capacity }] of ends.entries()) {
        expect(first + capacity).toBeLessThanOrEqual(ends[index + 1]?.first ?? length);
      }
    }),
  );
});

test('repeated resizing uses at most a few times the required memory', () => {
  const most = 20_000;
  let length = 0;
  const ranges = createRangeAllocator((_from, to) => {
    length = to;
  });
  let range: ArenaRange | undefined;
  for (let turn = 0; turn < 50_000; turn += 1) range = rangeFor((turn * 7_919) % most, ranges, range);
  expect(length).toBeLessThan(20 * most);
});
