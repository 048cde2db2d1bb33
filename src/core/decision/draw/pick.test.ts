import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boundsOfWeights,
  type ReferenceTerms,
  referenceBounds,
} from '../../../../test/oracle/reference/reference-share.ts';
import { dayMs } from '../../time/durations.ts';
import { pickByTicket, ticketBounds } from './pick.ts';
import { drawSpace } from './random.ts';
import { bookingWeight } from './share.ts';

const nowMs = Date.parse('2026-11-02T12:34:56Z');
const smallSpace = 2 ** 16;

const daysLeft = fc.option(fc.integer({ min: 1, max: 2000 * dayMs }), { nil: null });
const terms: fc.Arbitrary<ReferenceTerms> = fc
  .record({ priority: fc.integer({ min: 0, max: 9 }), left: daysLeft })
  .map(({ priority, left }) => ({ priority, endMs: left === null ? null : nowMs + left }));
const pool = fc.array(terms, { minLength: 1, maxLength: 6 });

function weightsOf(bookings: readonly ReferenceTerms[]): number[] {
  return bookings.map((booking) => bookingWeight(booking, nowMs));
}

/** Tickets from the previous bound to the own bound. */
function ticketCounts(bounds: readonly bigint[]): number[] {
  return bounds.map((bound, index) => Number(bound - (bounds[index - 1] ?? 0n)));
}

describe('examples by hand', () => {
  test('splits the space at a quarter for weights 1 and 3', () => {
    expect(ticketBounds([1, 3], smallSpace)).toEqual([16_384, 65_536]);
    expect(pickByTicket([1, 3], 16_383, smallSpace)).toBe(0);
    expect(pickByTicket([1, 3], 16_384, smallSpace)).toBe(1);
  });

  test('rounds thirds of 65,536 at the bounds: 21,845, 21,846 and 21,845 tickets', () => {
    expect(ticketBounds([1, 1, 1], smallSpace)).toEqual([21_845, 43_691, 65_536]);
  });

  test('rounds a half up', () => {
    expect(ticketBounds([1, 1, 1, 1], 2)).toEqual([1, 1, 2, 2]);
  });
});

describe('enumeration', () => {
  const pools: readonly (readonly ReferenceTerms[])[] = [
    [{ priority: 5, endMs: null }],
    [
      { priority: 5, endMs: null },
      { priority: 5, endMs: nowMs + 6 * dayMs },
    ],
    [
      { priority: 4, endMs: nowMs + 20 * dayMs },
      { priority: 5, endMs: nowMs + dayMs },
      { priority: 5, endMs: null },
    ],
    [
      { priority: 0, endMs: null },
      { priority: 9, endMs: null },
      { priority: 9, endMs: nowMs + 1 },
      { priority: 3, endMs: nowMs + 400 * dayMs },
    ],
    [
      { priority: 2, endMs: nowMs + 3 * dayMs },
      { priority: 2, endMs: nowMs + 3 * dayMs + 3_600_000 },
      { priority: 2, endMs: nowMs + 4 * dayMs },
      { priority: 3, endMs: nowMs + 3 * dayMs },
      { priority: 3, endMs: null },
    ],
    [7, 7, 8, 8, 9, 9].map((priority, index) => ({ priority, endMs: index % 2 === 0 ? null : nowMs + index * dayMs })),
  ];

  for (const bookings of pools) {
    test(`pool of ${bookings.length}: each booking wins exactly its number of all ${smallSpace} tickets`, () => {
      const wins = drawAllTickets(weightsOf(bookings), smallSpace);
      const bounds = referenceBounds(bookings, nowMs, BigInt(smallSpace));
      expect(wins).toEqual(ticketCounts(bounds));
      expect(bounds.at(-1)).toBe(BigInt(smallSpace));
    });
  }

  test('each booking of 60 generated pools wins exactly its number of tickets', () => {
    fc.assert(
      fc.property(pool, (bookings) => {
        const bounds = referenceBounds(bookings, nowMs, BigInt(smallSpace));
        expect(drawAllTickets(weightsOf(bookings), smallSpace)).toEqual(ticketCounts(bounds));
      }),
      { numRuns: 60, seed: 20261121 },
    );
  });

  test('supports creatives with integer weights', () => {
    const wins = drawAllTickets([1, 2, 3, 10], smallSpace);
    expect(wins).toEqual([4096, 8192, 12_288, 40_960]);
    expect(wins).toEqual(ticketCounts(boundsOfWeights([1n, 2n, 3n, 10n], BigInt(smallSpace))));
  });
});

describe('full draw space of 2^48', () => {
  test('assigns both edges of every interval correctly, with bounds within one ticket of the exact ones', () => {
    fc.assert(
      fc.property(pool, (bookings) => {
        const weights = weightsOf(bookings);
        const bounds = ticketBounds(weights, drawSpace);
        const exact = referenceBounds(bookings, nowMs, BigInt(drawSpace));
        for (const [index, bound] of bounds.entries()) {
          const below = bounds[index - 1] ?? 0;
          expect(Math.abs(Number(BigInt(bound) - (exact[index] as bigint)))).toBeLessThanOrEqual(1);
          expect(bound).toBeGreaterThan(below);
          expect(pickByTicket(weights, below, drawSpace)).toBe(index);
          expect(pickByTicket(weights, bound - 1, drawSpace)).toBe(index);
        }
        expect(bounds.at(-1)).toBe(drawSpace);
      }),
      { numRuns: 3000, seed: 20261121 },
    );
  });

  test('has rising bounds that end at the draw space in a pool of 100,000', () => {
    const weights = Array.from({ length: 100_000 }, (_, index) => 4 ** -(index % 10));
    const bounds = ticketBounds(weights, drawSpace);
    expect(bounds.every((bound, index) => bound > (bounds[index - 1] ?? 0))).toBe(true);
    expect(bounds.at(-1)).toBe(drawSpace);
    expect(pickByTicket(weights, drawSpace - 1, drawSpace)).toBe(99_999);
  });
});

function drawAllTickets(weights: readonly number[], space: number): number[] {
  const wins = weights.map(() => 0);
  for (let ticket = 0; ticket < space; ticket += 1) {
    const winner = pickByTicket(weights, ticket, space);
    wins[winner] = (wins[winner] as number) + 1;
  }
  return wins;
}
