import { expect, test } from 'vitest';
import { activeDaysOf, lastAdDayText, selectedDays } from './active-days.ts';

test('selects every day if a booking has no active days', () => {
  expect(selectedDays([])).toEqual(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']);
  expect(selectedDays(['tue'])).toEqual(['tue']);
});

test('deselecting a day keeps the other six', () => {
  const others = selectedDays([]).filter((day) => day !== 'mon');
  expect(activeDaysOf(others, [])).toEqual(['tue', 'wed', 'thu', 'fri', 'sat', 'sun']);
});

test('selecting the seventh day means every day, and the last day stays selected', () => {
  expect(activeDaysOf(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], ['mon'])).toEqual([]);
  expect(activeDaysOf([], ['wed'])).toEqual(['wed']);
});

// 6 December 2026 is a Sunday.
test.each([
  ['2026-12-05T23:00:00Z', [], '5 Dec 2026'],
  ['2026-12-06T10:00:00Z', [], '6 Dec 2026'],
  ['2026-12-05T23:00:00Z', ['mon', 'fri'], '4 Dec 2026'],
  ['2026-11-26T08:00:00Z', ['mon'], null],
  ['2026-11-25T08:00:00Z', [], null],
] as const)('the last day with ads before %s on %j is %s', (endDate, activeDays, text) => {
  const period = { startDate: '2026-11-26T07:00:00Z', endDate, activeDays: [...activeDays] };
  expect(lastAdDayText(period, 'Europe/Brussels')).toBe(text);
});
