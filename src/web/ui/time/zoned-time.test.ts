import { expect, test } from 'vitest';
import { instantOf, instantText, lastDayText, wallTimeOf } from './zoned-time.ts';

test('converts an instant to local time and back in every time zone', () => {
  for (const zone of ['Europe/Brussels', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC']) {
    for (const instant of ['2026-01-15T00:00:00.000Z', '2026-07-01T23:59:00.000Z', '2028-02-29T12:30:00.000Z'])
      expect(instantOf(wallTimeOf(instant, zone), zone)).toBe(instant);
  }
});

test('resolves a repeated local time to the first, and a skipped one to an hour later', () => {
  expect(instantOf('2026-10-25 02:30:00', 'Europe/Brussels')).toBe('2026-10-25T00:30:00.000Z');
  expect(instantOf('2026-03-29 02:30:00', 'Europe/Brussels')).toBe('2026-03-29T01:30:00.000Z');
});

test('formats an instant with its time zone', () => {
  expect(instantText('2026-11-22T08:30:00Z', 'Europe/Brussels')).toBe('22 Nov 2026, 09:30 CET');
});

test('returns the day before an end at midnight, and the day of any other end', () => {
  expect(lastDayText('2026-12-22T23:00:00Z', 'Europe/Brussels')).toBe('22 Dec 2026');
  expect(lastDayText('2026-12-22T23:00:01Z', 'Europe/Brussels')).toBe('23 Dec 2026');
  expect(lastDayText('2026-12-23T11:00:00Z', 'Europe/Brussels')).toBe('23 Dec 2026');
});
