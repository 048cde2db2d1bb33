import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs } from '../../time/durations.ts';
import { bookingWeight } from '../draw/share.ts';
import { type Contender, expectedShares } from './expected-shares.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');
const share = (id: number, change: Partial<Contender> = {}): Contender => ({
  id,
  priority: 5,
  endMs: null,
  method: 'share',
  claimedPart: 0,
  roadblock: 'none',
  ...change,
});
const sharesOf = (...contenders: Contender[]) => Object.fromEntries(expectedShares(contenders, nowMs));

describe('expected shares', () => {
  test('are proportional to weight: one priority higher is 4 times as much, an earlier end more', () => {
    expect(sharesOf(share(1, { priority: 4 }), share(2))).toEqual({ 1: 0.8, 2: 0.2 });
    const ending = share(1, { endMs: nowMs + 6 * dayMs });
    const { 1: first = 0, 2: second = 0 } = sharesOf(ending, share(2));
    expect(first / second).toBeCloseTo(2, 12);
    expect(sharesOf(share(7))).toEqual({ 7: 1 });
    expect(sharesOf()).toEqual({});
  });

  test('divide the remainder after claims and give fill bookings nothing', () => {
    const voice = share(3, { method: 'share_of_voice', claimedPart: 0.25, priority: 9 });
    expect(sharesOf(share(1), share(2), voice, share(4, { method: 'fill' }))).toEqual({
      1: 0.375,
      2: 0.375,
      3: 0.25,
      4: 0,
    });
  });

  test('give fill bookings the remainder when no booking shares it', () => {
    const goal = share(3, { method: 'even', claimedPart: 0.4 });
    expect(sharesOf(goal, share(4, { method: 'fill' }))).toEqual({ 3: 0.4, 4: 0.6 });
  });
});

describe('claims above 100 %', () => {
  test('are granted in order of priority, then end, with share of voice before goals', () => {
    const voices = [
      share(1, { method: 'share_of_voice', claimedPart: 0.7, priority: 6 }),
      share(2, { method: 'share_of_voice', claimedPart: 0.5, priority: 3 }),
      share(3, { method: 'asap', claimedPart: 1, priority: 0 }),
    ];
    expect(sharesOf(...voices, share(4))).toEqual({ 1: 0.5, 2: 0.5, 3: 0, 4: 0 });
    const goals = [
      share(1, { method: 'even', claimedPart: 0.7 }),
      share(2, { method: 'even', claimedPart: 0.7, endMs: nowMs + dayMs }),
    ];
    expect(sharesOf(...goals)).toEqual({ 1: 1 - 0.7, 2: 0.7 });
  });
});

test('sum to 1 when any booking shares the remainder, in the ratio of the weights', () => {
  const contender = fc.record({
    priority: fc.nat(9),
    endMs: fc.option(
      fc.nat(400).map((days) => nowMs + days * dayMs),
      { nil: null },
    ),
    method: fc.constantFrom('share', 'share_of_voice', 'even', 'asap', 'fill'),
    claimedPart: fc.double({ min: 0, max: 1, noNaN: true }),
    roadblock: fc.constant('none' as const),
  });
  fc.assert(
    fc.property(fc.array(contender, { maxLength: 12 }), (some) => {
      const contenders = [...some.map((one, index) => ({ ...one, id: index + 2 }) as Contender), share(1)];
      const shares = expectedShares(contenders, nowMs);
      expect([...shares.values()].reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
      const mine = shares.get(1) as number;
      for (const one of contenders.filter(({ method }) => method === 'share')) {
        const ratio = bookingWeight(one, nowMs) / bookingWeight(share(1), nowMs);
        expect(shares.get(one.id) as number).toBeCloseTo(mine * ratio, 9);
      }
      for (const one of shares.values()) expect(one).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 500, seed: 20261122 },
  );
});
