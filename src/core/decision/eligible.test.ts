import { expect, test } from 'vitest';
import { refusalReasons } from '../words/reasons.ts';
import { rules } from './eligible.ts';

test('the rules are asked in the order of the closed list; a booking of elsewhere is no candidate at all', () => {
  const asked = rules.map((rule) => rule.reason);
  expect(['POSITION_NOT_BOOKED', ...asked, 'FILL_NOT_NEEDED']).toEqual(refusalReasons);
});
