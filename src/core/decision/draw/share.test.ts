import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, hourMs } from '../../time/durations.ts';
import { bookingWeight, urgency } from './share.ts';

const nowMs = Date.parse('2026-11-02T12:00:00Z');
const runs = { numRuns: 5000, seed: 20261121 };

test('urgency by hand: 7/8 at the end, 1/2 six days before, 1/4 twenty days before, 0 for an open end', () => {
  expect(urgency(0)).toBe(0.875);
  expect(urgency(6)).toBe(0.5);
  expect(urgency(20)).toBe(0.25);
  expect(urgency(null)).toBe(0);
});

test('weights by hand', () => {
  expect(bookingWeight({ priority: 5, endMs: null }, nowMs)).toBe(1 / 1024);
  expect(bookingWeight({ priority: 0, endMs: null }, nowMs)).toBe(1);
  expect(bookingWeight({ priority: 9, endMs: null }, nowMs)).toBe(1 / 262_144);
  // 4^(-5 + 1/2) = 2^-9.
  expect(bookingWeight({ priority: 5, endMs: nowMs + 6 * dayMs }, nowMs)).toBeCloseTo(1 / 512, 17);
  // 4^(7/8) = 3.36358566101486.
  expect(bookingWeight({ priority: 0, endMs: nowMs }, nowMs)).toBeCloseTo(3.363_585_661_014_858, 14);
});

test('a past end counts as zero days left', () => {
  expect(bookingWeight({ priority: 3, endMs: nowMs - 9 * dayMs }, nowMs)).toBe(
    bookingWeight({ priority: 3, endMs: nowMs }, nowMs),
  );
});

test('the weight is constant within a full hour and changes with the next', () => {
  const booking = { priority: 5, endMs: nowMs + 3 * dayMs };
  expect(bookingWeight(booking, nowMs + hourMs - 1)).toBe(bookingWeight(booking, nowMs));
  expect(bookingWeight(booking, nowMs + hourMs)).toBeGreaterThan(bookingWeight(booking, nowMs));
});

const priority = fc.integer({ min: 0, max: 9 });
const now = fc.integer({ min: 0, max: Date.parse('2100-01-01T00:00:00Z') });
const leftMs = fc.integer({ min: 1, max: 40 * 366 * dayMs });
const end = fc.option(leftMs, { nil: null });

test('a higher priority always has a higher weight, regardless of the ends', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8 }), now, end, end, (higher, at, leftOfHigher, leftOfLower) => {
      const endOf = (left: number | null): number | null => (left === null ? null : at + left);
      const upper = bookingWeight({ priority: higher, endMs: endOf(leftOfHigher) }, at);
      const lower = bookingWeight({ priority: higher + 1, endMs: endOf(leftOfLower) }, at);
      expect(upper).toBeGreaterThan(lower);
    }),
    runs,
  );
});

test('the earlier end has a strictly higher weight within a priority, at a difference of one hour and decades ahead', () => {
  fc.assert(
    fc.property(priority, now, leftMs, fc.integer({ min: hourMs, max: 400 * dayMs }), (level, at, left, later) => {
      const earlier = bookingWeight({ priority: level, endMs: at + left }, at);
      expect(earlier).toBeGreaterThan(bookingWeight({ priority: level, endMs: at + left + later }, at));
      expect(earlier).toBeGreaterThan(bookingWeight({ priority: level, endMs: null }, at));
    }),
    runs,
  );
});
