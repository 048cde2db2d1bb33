import { describe, expect, test } from 'vitest';
import { localMidnight } from './local-midnight.ts';

describe('local midnight', () => {
  const noon = Date.parse('2026-11-21T12:00:00Z');

  test('is a whole number of local days from now', () => {
    const at = (days: number) => localMidnight({ nowMs: noon, days, timeZone: 'Europe/Brussels' });
    expect(at(0)).toBe('2026-11-21T00:00:00+01:00');
    expect(at(-30)).toBe('2026-10-22T00:00:00+02:00');
    expect(at(10)).toBe('2026-12-01T00:00:00+01:00');
  });

  test('starts from the local date and not from the UTC date', () => {
    const nowMs = Date.parse('2026-11-21T23:30:00Z');
    expect(localMidnight({ nowMs, days: 0, timeZone: 'Europe/Helsinki' })).toBe('2026-11-22T00:00:00+02:00');
    expect(localMidnight({ nowMs, days: 0, timeZone: 'Europe/Lisbon' })).toBe('2026-11-21T00:00:00+00:00');
  });

  test('has the offset before the clock change', () => {
    const nowMs = Date.parse('2026-10-25T12:00:00Z');
    expect(localMidnight({ nowMs, days: 0, timeZone: 'Europe/Brussels' })).toBe('2026-10-25T00:00:00+02:00');
    expect(localMidnight({ nowMs, days: 1, timeZone: 'Europe/Brussels' })).toBe('2026-10-26T00:00:00+01:00');
  });
});
