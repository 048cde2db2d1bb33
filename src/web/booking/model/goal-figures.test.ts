import { expect, test } from 'vitest';
import { noCounts } from '../../../core/pricing/billable-events.ts';
import { goalFigures } from './goal-figures.ts';

const delivered = {
  ...noCounts(),
  impressions: 154,
  viewables: 99,
  clicks: 3,
  spend: { amount: '1.29', currency: 'EUR' },
  today: { ...noCounts(), impressions: 7, viewables: 5 },
};
const progress = { deliveredPercent: 3.85, expectedPercent: 57.42 };

test('counts the events of the goal', () => {
  expect(goalFigures({ delivery: { goal: { kind: 'impressions', total: 4_000 } }, delivered, progress })).toEqual({
    delivered: '154',
    total: '4,000',
    planned: '2,297',
  });
  expect(goalFigures({ delivery: { goal: { kind: 'views', total: 1_000 } }, delivered, progress })).toMatchObject({
    delivered: '99',
  });
});

test('has amounts of money for a goal of spend', () => {
  const goal = { kind: 'spend', total: { amount: '100.00', currency: 'EUR' } } as const;
  expect(goalFigures({ delivery: { goal }, delivered, progress })).toEqual({
    delivered: 'EUR\u00a01.29',
    total: 'EUR\u00a0100.00',
    planned: 'EUR\u00a057.42',
  });
});

test('has no plan without an expectation, and no figures without a goal', () => {
  const noExpectation = { deliveredPercent: 3.85, expectedPercent: null };
  const goal = { kind: 'clicks', total: 30 } as const;
  expect(goalFigures({ delivery: { goal }, delivered, progress: noExpectation })).toEqual({
    delivered: '3',
    total: '30',
    planned: null,
  });
  expect(goalFigures({ delivery: { goal: null }, delivered, progress: null })).toBeNull();
});
