import { expect, test } from 'vitest';
import { refusalReasons } from '../vocabulary/reasons.ts';
import { refusedAllHour, ruleGroups, rules } from './eligible.ts';

test('rules run in the order of the closed list; a booking of another position is not a candidate', () => {
  const asked = rules.map((rule) => rule.reason);
  expect(['POSITION_NOT_BOOKED', ...asked, 'TAKEN_BY_ROADBLOCK', 'FILL_NOT_NEEDED']).toEqual(refusalReasons);
});

test('the rule bits of a moment leave the bit `refusedAllHour` free', () => {
  expect(1 << (ruleGroups.length - 1)).toBeLessThan(refusedAllHour);
});
