import { expect, test } from 'vitest';
import { localClock } from './local-time.ts';
import { nextReportTime, periodDays, type ReportRhythm, reportPeriods } from './report-times.ts';

const brussels = localClock('Europe/Brussels');
const daily: ReportRhythm = { cadence: 'daily', hour: 6, weekday: null, monthDay: null };
const next = (rhythm: ReportRhythm, after: string) =>
  new Date(nextReportTime(rhythm, brussels, Date.parse(after))).toISOString();

test.each([
  ['today if the hour is still ahead', daily, '2026-11-22T04:59:59Z', '2026-11-22T05:00:00.000Z'],
  ['tomorrow from the hour on', daily, '2026-11-22T05:00:00Z', '2026-11-23T05:00:00.000Z'],
  ['in daylight saving time', daily, '2026-07-01T12:00:00Z', '2026-07-02T04:00:00.000Z'],
  [
    'after an hour that a clock change skips',
    { ...daily, hour: 2 },
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'once in an hour that a clock change repeats',
    { ...daily, hour: 2 },
    '2026-10-25T00:00:00Z',
    '2026-10-26T01:00:00.000Z',
  ],
  [
    'on the weekday',
    { ...daily, cadence: 'weekly', weekday: 'mon' },
    '2026-11-22T12:00:00Z',
    '2026-11-23T05:00:00.000Z',
  ],
  [
    'on the last day of a short month',
    { ...daily, cadence: 'monthly', monthDay: 31 },
    '2027-02-01T00:00:00Z',
    '2027-02-28T05:00:00.000Z',
  ],
] as const)('a report is due %s', (_, rhythm, after, expected) => {
  expect(next(rhythm as ReportRhythm, after)).toBe(expected);
});

test('a daily report runs once per local day for a year', () => {
  let atMs = Date.parse('2026-01-01T00:00:00Z');
  const seen: number[] = [];
  for (let count = 0; count < 366; count += 1) {
    atMs = nextReportTime({ ...daily, hour: 2 }, brussels, atMs);
    seen.push(brussels.momentAt(atMs).day);
  }
  expect(seen).toEqual(Array.from({ length: 366 }, (_, index) => (seen[0] ?? 0) + index));
});

test.each([
  ['yesterday', '2026-11-21', '2026-11-22'],
  ['last_7_days', '2026-11-15', '2026-11-22'],
  ['last_30_days', '2026-10-23', '2026-11-22'],
  ['last_week', '2026-11-09', '2026-11-16'],
  ['last_month', '2026-10-01', '2026-11-01'],
  ['month_to_date', '2026-11-01', '2026-11-22'],
] as const)('%s, on a Sunday', (period, from, to) => {
  expect(periodDays(period, brussels, Date.parse('2026-11-22T05:00:00Z'))).toEqual({ from, to });
});

test('uses local days, and no period is empty on the first of a month', () => {
  // It is already December in Brussels.
  const atMs = Date.parse('2026-11-30T23:30:00Z');
  expect(periodDays('yesterday', brussels, atMs)).toEqual({ from: '2026-11-30', to: '2026-12-01' });
  for (const period of reportPeriods) {
    const { from, to } = periodDays(period, brussels, atMs);
    expect(from < to, period).toBe(true);
  }
  expect(periodDays('month_to_date', brussels, atMs)).toEqual({ from: '2026-11-01', to: '2026-12-01' });
});
