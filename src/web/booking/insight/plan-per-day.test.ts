import { expect, test } from 'vitest';
import { planPerDay } from './plan-per-day.ts';

const booking = {
  startDate: '2026-11-22T23:00:00Z',
  endDate: '2026-11-29T23:00:00Z',
  activeDays: [],
  delivery: {
    method: 'even',
    percent: null,
    goal: { kind: 'impressions', total: 7_000 },
    budget: null,
    frontLoading: 0,
  },
  timeZones: ['Europe/Brussels'],
} as const;

test('spreads an even goal over the local days of the booking', () => {
  const plan = planPerDay({ ...booking, activeDays: [], timeZones: [...booking.timeZones] });
  expect(['2026-11-22', '2026-11-23', '2026-11-29', '2026-11-30'].map((day) => plan?.(day))).toEqual([
    null,
    1000,
    1000,
    null,
  ]);
});

test('plans nothing for inactive days', () => {
  const plan = planPerDay({ ...booking, activeDays: ['mon', 'tue'], timeZones: [...booking.timeZones] });
  expect(['2026-11-23', '2026-11-24', '2026-11-25'].map((day) => plan?.(day))).toEqual([3500, 3500, 0]);
});

test('returns null without an even goal of impressions', () => {
  const delivery = { ...booking.delivery, method: 'asap' as const };
  expect(planPerDay({ ...booking, activeDays: [], delivery, timeZones: [] })).toBeNull();
});
