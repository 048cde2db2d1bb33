import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayPartHolds, includesDay } from '../decision/tables/schedule.ts';
import type { DayPart } from '../time/day-part.ts';
import { hourMs, minuteMs } from '../time/durations.ts';
import { localClock } from '../time/local-time.ts';
import { weekdays } from '../vocabulary/statuses.ts';
import { type Schedule, scheduledMs } from './scheduled-time.ts';

/** A Monday. */
const mondayMs = Date.parse('2026-11-23T00:00:00Z');
const utc = localClock('UTC');
const mornings: Schedule = { activeDays: ['mon'], dayParts: [{ days: [], fromMinute: 480, toMinute: 600 }] };

test('counts all time without active days and dayparts', () => {
  const always: Schedule = { activeDays: [], dayParts: [] };
  expect(scheduledMs(always, utc, { fromMs: mondayMs + 1, toMs: mondayMs + 90_001 })).toBe(90_000);
  expect(scheduledMs(always, utc, { fromMs: mondayMs, toMs: mondayMs - 1 })).toBe(0);
});

test('counts from the middle of a daypart to the middle of the next one a week later', () => {
  const fromMs = mondayMs + 9 * hourMs;
  expect(scheduledMs(mornings, utc, { fromMs, toMs: fromMs + 7 * 24 * hourMs })).toBe(2 * hourMs);
  expect(scheduledMs(mornings, utc, { fromMs, toMs: fromMs + 15 * minuteMs })).toBe(15 * minuteMs);
  expect(scheduledMs(mornings, utc, { fromMs: fromMs + 2 * hourMs, toMs: fromMs + 24 * hourMs })).toBe(0);
});

test('uses the wall clock of the publication', () => {
  const inAmsterdam = localClock('Europe/Amsterdam');
  const span = { fromMs: mondayMs + 7 * hourMs, toMs: mondayMs + 8 * hourMs };
  expect(scheduledMs(mornings, inAmsterdam, span)).toBe(hourMs);
  expect(scheduledMs(mornings, utc, span)).toBe(0);
});

test('equals a count minute by minute, including overlapping dayparts', () => {
  const part: fc.Arbitrary<DayPart> = fc
    .tuple(fc.subarray([...weekdays]), fc.nat(1439), fc.nat(1440))
    .filter(([, from, to]) => to > from)
    .map(([days, fromMinute, toMinute]) => ({ days, fromMinute, toMinute }));
  const schedule = fc.record({ activeDays: fc.subarray([...weekdays]), dayParts: fc.array(part, { maxLength: 3 }) });
  fc.assert(
    fc.property(schedule, fc.nat(20_000), fc.nat(15_000), (one, start, length) => {
      const fromMs = mondayMs + start * minuteMs;
      let minutes = 0;
      for (let minute = 0; minute < length; minute += 1) {
        const local = utc.momentAt(fromMs + minute * minuteMs);
        const isOpen = one.dayParts.length === 0 || one.dayParts.some((each) => dayPartHolds(each, local));
        if (includesDay(one.activeDays, local) && isOpen) minutes += 1;
      }
      expect(scheduledMs(one, utc, { fromMs, toMs: fromMs + length * minuteMs })).toBe(minutes * minuteMs);
    }),
    { numRuns: 60, seed: 20261122 },
  );
});
