import { expect, test } from 'vitest';
import { byRevenueBehindPlan, revenueBehindPlan } from './revenue-behind-plan.ts';

type Priced = Parameters<typeof revenueBehindPlan>[0];

const booking = (expectedPercent: number, amount = '5.00'): Priced => ({
  delivery: {
    method: 'even',
    goal: { kind: 'impressions', total: 10_000 },
    percent: null,
    budget: null,
    frontLoading: 0,
  },
  pricing: { model: 'cpm', rate: { amount, currency: 'EUR' } },
  progress: { deliveredPercent: 10, expectedPercent },
});

test('is the value of the events that are missing so far', () => {
  expect(revenueBehindPlan(booking(30))).toEqual({ amount: 10, currency: 'EUR' });
  expect(revenueBehindPlan(booking(5))?.amount).toBe(0);
  const budget = {
    ...booking(30),
    delivery: {
      ...booking(30).delivery,
      goal: { kind: 'spend' as const, total: { amount: '200.00', currency: 'EUR' } },
    },
  };
  expect(revenueBehindPlan(budget)?.amount).toBeCloseTo(40);
});

test('is unknown without a goal, and for prices that the goal does not determine', () => {
  expect(revenueBehindPlan({ ...booking(30), progress: null })).toBeNull();
  expect(
    revenueBehindPlan({ ...booking(30), pricing: { model: 'flat', rate: { amount: '900.00', currency: 'EUR' } } }),
  ).toBeNull();
  expect(
    revenueBehindPlan({ ...booking(30), pricing: { model: 'cpc', rate: { amount: '0.40', currency: 'EUR' } } }),
  ).toBeNull();
});

test('ranks bookings by it, those without one last', () => {
  const [small, none, large] = [booking(20), { ...booking(90), pricing: null }, booking(60)];
  expect(byRevenueBehindPlan([small, none, large])).toEqual([large, small, none]);
});
