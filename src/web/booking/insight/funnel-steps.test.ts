import { expect, test } from 'vitest';
import { funnelSteps, shareOfWhole } from './funnel-steps.ts';

test('steps go from what was asked for to what counted, the commonest reason first, and add up', () => {
  const refused = { CAP_REACHED: 5, TARGETING_NOT_MET: 40, AFTER_END: 5 };
  const steps = funnelSteps({ matched: 100, refused, lostByShare: 30, won: 20, counted: 18 });
  expect(steps.map(({ key, count }) => `${key} ${count}`)).toEqual([
    'asked 100',
    'TARGETING_NOT_MET 40',
    'AFTER_END 5',
    'CAP_REACHED 5',
    'lost 30',
    'won 20',
    'counted 18',
  ]);
  const parts = steps.filter(({ kind }) => kind !== 'asked' && kind !== 'counted');
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(100);
});

test('of nothing no part is any', () => {
  expect([shareOfWhole(0, 0), shareOfWhole(1, 4), shareOfWhole(9, 4)]).toEqual([0, 25, 100]);
});
