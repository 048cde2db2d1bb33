import { expect, test } from 'vitest';
import { funnelSteps, shareOfWhole } from './funnel-steps.ts';

test('lists steps from requests to impressions with the most frequent refusal first, and the steps add up', () => {
  const refused = { CAP_REACHED: 5, TARGETING_NOT_MET: 40, AFTER_END: 5 };
  const steps = funnelSteps({ matched: 100, refused, lostByShare: 30, won: 20, counted: 18 });
  expect(steps.map(({ key, count }) => `${key} ${count}`)).toEqual([
    'requested 100',
    'TARGETING_NOT_MET 40',
    'AFTER_END 5',
    'CAP_REACHED 5',
    'lost 30',
    'won 20',
    'counted 18',
  ]);
  const parts = steps.filter(({ kind }) => kind !== 'requested' && kind !== 'counted');
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(100);
});

test('the share is 0 percent if the total is 0, and at most 100 percent', () => {
  expect([shareOfWhole(0, 0), shareOfWhole(1, 4), shareOfWhole(9, 4)]).toEqual([0, 25, 100]);
});
