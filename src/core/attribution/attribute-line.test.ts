import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '../time/durations.ts';
import { attributionRule as rule } from '../vocabulary/attribution-rule.ts';
import { attributeLine, type BoughtLine, type Touch } from './attribute-line.ts';

const atMs = Date.parse('2026-11-21T12:00:00Z');
const line: BoughtLine = { atMs, productId: 1, brandIds: [10] };

let made = 0;
/** Returns a touch that is `ageMs` older than the order. */
function touch(kind: Touch['kind'], ageMs: number, change: Partial<Touch> = {}): Touch {
  made += 1;
  return { eventId: `e${made}`, kind, atMs: atMs - ageMs, productId: 1, brandId: 10, ...change };
}
const ofBrand = { productId: 2 };
const outcomes = (touches: readonly Touch[]) =>
  Object.fromEntries(
    attributeLine(line, touches, rule).candidates.map(({ touch: { eventId }, outcome }) => [eventId, outcome]),
  );

describe('attributes an order line to', () => {
  test.each<[string, readonly Touch[], number | null]>([
    ['no touch if there is none', [], null],
    ['the last click', [touch('click', 3 * dayMs), touch('click', dayMs)], 1],
    ['a click before a later view', [touch('click', 13 * dayMs), touch('view', hourMs)], 0],
    ['the last view if there is no click', [touch('view', 3 * hourMs), touch('view', hourMs)], 1],
    ['a view of the product before a click on its brand', [touch('view', hourMs), touch('click', 1, ofBrand)], 0],
    ['a click on the brand before a view of it', [touch('view', 1, ofBrand), touch('click', dayMs, ofBrand)], 1],
    ['no touch of another brand', [touch('click', 1, { productId: 3, brandId: 11 })], null],
    ['a click at the same millisecond as the order', [touch('click', 0)], 0],
    ['no click after the order', [touch('click', -1)], null],
    ['a click 1 ms before its window ends', [touch('click', 14 * dayMs - 1)], 0],
    ['no click as old as its window', [touch('click', 14 * dayMs)], null],
    ['a view 1 ms before its window ends', [touch('view', dayMs - 1)], 0],
    ['no view as old as its window', [touch('view', dayMs)], null],
    [
      'the greater ID of two simultaneous touches',
      [touch('click', 5, { eventId: 'b' }), touch('click', 5, { eventId: 'a' })],
      0,
    ],
  ])('%s', (_what, touches, winner) => {
    const expected = winner === null ? null : touches[winner];
    expect(attributeLine(line, touches, rule).credited?.touch ?? null).toBe(expected);
    expect(attributeLine(line, touches.toReversed(), rule).credited?.touch ?? null).toBe(expected);
  });
});

test('gives a reason for each candidate that was not credited', () => {
  const touches = [
    touch('view', 2 * dayMs, { eventId: 'old view' }),
    touch('click', hourMs, { eventId: 'brand click', ...ofBrand }),
    touch('view', hourMs, { eventId: 'view' }),
    touch('click', 2 * dayMs, { eventId: 'earlier click' }),
    touch('click', dayMs, { eventId: 'click' }),
    touch('click', hourMs, { eventId: 'stranger', productId: 3, brandId: 11 }),
  ];
  expect(outcomes(touches)).toEqual({
    'old view': 'too_long_ago',
    'brand click': 'other_product',
    view: 'not_clicked',
    'earlier click': 'not_last',
    click: 'credited',
  });
});

/** Reference implementation: compares the touches pairwise. */
function slowly(touches: readonly Touch[]): Touch | null {
  const days = { click: 14, view: 1 };
  const counts = ({ kind, atMs: at, productId, brandId }: Touch) =>
    at <= atMs && at > atMs - days[kind] * dayMs && (productId === 1 || brandId === 10);
  const rank = ({ kind, atMs: at, productId }: Touch) => [productId === 1 ? 1 : 0, kind === 'click' ? 1 : 0, at];
  let best: Touch | null = null;
  for (const one of touches.filter(counts)) {
    if (best === null) best = one;
    const [mine, its] = [rank(one), rank(best)];
    const first = mine.findIndex((value, at) => value !== its[at]);
    const isBetter = first === -1 ? one.eventId > best.eventId : (mine[first] as number) > (its[first] as number);
    if (isBetter) best = one;
  }
  return best;
}

test('matches the reference implementation for any touches in any order', () => {
  const one = fc.record({
    eventId: fc.uuid(),
    kind: fc.constantFrom('view' as const, 'click' as const),
    atMs: fc.integer({ min: -30, max: 400 }).map((hours) => atMs - hours * hourMs),
    productId: fc.integer({ min: 1, max: 3 }),
    brandId: fc.integer({ min: 10, max: 11 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(one, { selector: ({ eventId }) => eventId, maxLength: 30 }), (touches) => {
      const found = attributeLine(line, touches, rule);
      expect(found.credited?.touch ?? null).toBe(slowly(touches));
      expect(found.candidates.filter(({ outcome }) => outcome === 'credited')).toHaveLength(found.credited ? 1 : 0);
    }),
    { numRuns: 2_000 },
  );
});
