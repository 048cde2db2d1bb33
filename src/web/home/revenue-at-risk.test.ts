import { expect, test } from 'vitest';
import { byRevenueAtRisk, revenueAtRisk } from './revenue-at-risk.ts';

type Priced = Parameters<typeof revenueAtRisk>[0];

const booking = (expectedPercent: number, amount = '5.00'): Priced => ({
  delivery: { method: 'even', goal: { kind: 'impressions', total: 10_000 }, percent: null, frontLoading: 0 },
  pricing: { model: 'cpm', rate: { amount, currency: 'EUR' } },
  progress: { deliveredPercent: 10, expectedPercent },
});

test('is the value of the events that are missing so far', () => {
  expect(revenueAtRisk(booking(30))).toEqual({ amount: 10, currency: 'EUR' });
  expect(revenueAtRisk(booking(5))?.amount).toBe(0);
  const budget = {
    ...booking(30),
    delivery: {
      ...booking(30).delivery,
      goal: { kind: 'spend' as const, total: { amount: '200.00', currency: 'EUR' } },
    },
  };
  expect(revenueAtRisk(budget)?.amount).toBeCloseTo(40);
});

test('is unknown without a goal, and for prices that the goal does not determine', () => {
  expect(revenueAtRisk({ ...booking(30), progress: null })).toBeNull();
  expect(
    revenueAtRisk({ ...booking(30), pricing: { model: 'flat', rate: { amount: '900.00', currency: 'EUR' } } }),
  ).toBeNull();
  expect(
    revenueAtRisk({ ...booking(30), pricing: { model: 'cpc', rate: { amount: '0.40', currency: 'EUR' } } }),
  ).toBeNull();
});

test('ranks bookings by it, those without one last', () => {
  const [small, none, large] = [booking(20), { ...booking(90), pricing: null }, booking(60)];
  expect(byRevenueAtRisk([small, none, large])).toEqual([large, small, none]);
});
