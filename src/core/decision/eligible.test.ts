import { expect, test } from 'vitest';
import { refusalReasons } from '../words/reasons.ts';
import { refusedAllHour, ruleGroups, rules } from './eligible.ts';

test('the rules are asked in the order of the closed list; a booking of elsewhere is no candidate at all', () => {
  const asked = rules.map((rule) => rule.reason);
  expect(['POSITION_NOT_BOOKED', ...asked, 'FILL_NOT_NEEDED']).toEqual(refusalReasons);
});

test('the rules of a moment leave room for the bit that says: refused all hour', () => {
  expect(1 << (ruleGroups.length - 1)).toBeLessThan(refusedAllHour);
});
