import { describe, expect, test } from 'vitest';
import type { Booking, BookingTimeline } from '../../../client/generated/types.gen.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import { availabilityDays, availabilitySummary } from './availability-days.ts';
import { barPeriodOf, changedPeriod, dateChange, datesOf, geometryOf } from './bar-period.ts';
import { barText, statesOf } from './bar-tone.ts';
import { anchorOf, isWeekend, rangeAt, shiftedRange, stepOf, ticksOf, zooms } from './time-range.ts';
import { nextBooking, timelineRowsOf } from './timeline-rows.ts';

const ms = (text: string) => Date.parse(`${text}Z`);
const november = rangeAt('month', ms('2026-11-26T10:00'));

describe('the visible period', () => {
  test.each([
    ['day', '2026-11-26T00:00', '2026-11-27T00:00'],
    ['week', '2026-11-23T00:00', '2026-11-30T00:00'],
    ['quarter', '2026-10-01T00:00', '2027-01-01T00:00'],
    ['year', '2026-01-01T00:00', '2027-01-01T00:00'],
  ] as const)('of a %s starts at its first day, and the next one follows it', (zoom, from, to) => {
    const range = rangeAt(zoom, ms('2026-11-26T10:00'));
    expect(range).toEqual({ zoom, fromMs: ms(from), toMs: ms(to) });
    expect(shiftedRange(range, 1).fromMs).toBe(range.toMs);
    expect(shiftedRange(shiftedRange(range, -1), 1)).toEqual(range);
  });

  test('of a month begins on the Monday of the week before, has 35 days and moves by 28', () => {
    expect(november).toEqual({ zoom: 'month', fromMs: ms('2026-11-16T00:00'), toMs: ms('2026-12-21T00:00') });
    const next = shiftedRange(november, 1);
    expect(next.fromMs).toBe(ms('2026-12-14T00:00'));
    expect(shiftedRange(next, -1)).toEqual(november);
    expect(rangeAt('month', anchorOf(next))).toEqual(next);
    const ticks = ticksOf(november);
    expect(ticks).toHaveLength(35);
    expect(ticks.flatMap(({ label, month }) => (month === undefined ? [] : `${month} ${label}`))).toEqual([
      'Nov 2026 16',
      'Dec 2026 1',
    ]);
    expect(ticks.filter(isWeekend).map(({ label }) => label)).toEqual([
      '21',
      '22',
      '28',
      '29',
      '5',
      '6',
      '12',
      '13',
      '19',
      '20',
    ]);
  });

  test('has marks inside the period at every zoom', () => {
    for (const zoom of zooms) {
      const range = rangeAt(zoom, ms('2027-02-14T10:00'));
      const ticks = ticksOf(range);
      expect(ticks.length, zoom).toBeGreaterThan(6);
      for (const { atMs } of ticks) expect(atMs >= range.fromMs && atMs < range.toMs, zoom).toBe(true);
    }
  });
});

describe('the period of a bar', () => {
  const period = { startMs: ms('2026-11-05T00:00'), endMs: ms('2026-11-07T00:00') };

  test('moves as a whole, and an edge stops one step before the other', () => {
    const stepMs = stepOf('month');
    expect(changedPeriod(period, { edit: 'move', byMs: dayMs, stepMs })).toEqual({
      startMs: ms('2026-11-06T00:00'),
      endMs: ms('2026-11-08T00:00'),
    });
    expect(changedPeriod(period, { edit: 'end', byMs: -9 * dayMs, stepMs }).endMs).toBe(ms('2026-11-06T00:00'));
    expect(changedPeriod(period, { edit: 'start', byMs: 9 * dayMs, stepMs }).startMs).toBe(ms('2026-11-06T00:00'));
    const open = { startMs: period.startMs, endMs: null };
    expect(changedPeriod(open, { edit: 'end', byMs: dayMs, stepMs })).toEqual(open);
    expect(changedPeriod(open, { edit: 'start', byMs: dayMs, stepMs }).startMs).toBe(ms('2026-11-06T00:00'));
  });

  test('keeps a period that is shorter than a step', () => {
    const short = { startMs: ms('2026-11-05T08:00'), endMs: ms('2026-11-05T10:00') };
    expect(changedPeriod(short, { edit: 'end', byMs: -dayMs, stepMs: dayMs })).toEqual(short);
    expect(changedPeriod(short, { edit: 'start', byMs: dayMs, stepMs: dayMs })).toEqual(short);
  });

  test('is cut at the edges of the range, and is absent outside', () => {
    expect(geometryOf({ startMs: ms('2026-10-01T00:00'), endMs: null }, november)).toEqual({
      left: 0,
      width: 1,
      isCutAtStart: true,
      isCutAtEnd: true,
    });
    expect(geometryOf({ startMs: november.toMs, endMs: null }, november)).toBeNull();
  });

  test('moves across the end of daylight saving time at the same local time', () => {
    const booking = {
      startDate: '2026-10-23T22:00:00.000Z',
      endDate: '2026-10-24T22:30:00.000Z',
      timeZones: ['Europe/Amsterdam'],
    } as unknown as Booking;
    expect(barPeriodOf(booking).startMs).toBe(ms('2026-10-24T00:00'));
    const moved = changedPeriod(barPeriodOf(booking), { edit: 'move', byMs: 2 * dayMs, stepMs: dayMs });
    const dates = datesOf(booking, moved);
    expect(dates).toEqual({ startDate: '2026-10-25T23:00:00.000Z', endDate: '2026-10-26T23:30:00.000Z' });
    const resized = datesOf(
      booking,
      changedPeriod(barPeriodOf(booking), { edit: 'end', byMs: hourMs, stepMs: hourMs }),
    );
    expect(dateChange(booking, resized)).toEqual({
      change: { endDate: '2026-10-24T23:30:00.000Z' },
      undo: { endDate: '2026-10-24T22:30:00.000Z' },
    });
  });
});

test('rows list each group with its bookings of the range, and groups with a critical booking are first', () => {
  const timeline: BookingTimeline = {
    total: 3,
    ids: [1, 2, 3],
    names: ['One', 'Two', 'Three'],
    starts: ['2026-11-17T00:00', '2026-11-18T00:00', '2027-01-01T00:00'],
    ends: ['2026-11-19T00:00', null, null],
    statuses: ['running', 'planned', 'planned'],
    healths: ['ok', 'ok', 'ok'],
    groups: [
      { kind: 'position', id: 7, name: 'A', bookings: [0, 1, 2] },
      { kind: 'position', id: 8, name: 'B', bookings: [2] },
      { kind: 'position', id: 9, name: 'C', bookings: [1] },
      { kind: 'publication', id: 3, name: 'D', bookings: [1, 2] },
    ],
  };
  const rows = timelineRowsOf(timeline, november);
  expect(rows.map((row) => (row.kind === 'group' ? `${row.group.name} ${row.count}` : row.id))).toEqual([
    'A 2',
    1,
    2,
    'C 1',
    2,
    'D 1',
    2,
  ]);
  const groups = timeline.groups.toReversed();
  const late = timelineRowsOf({ ...timeline, groups, healths: ['critical', 'ok', 'ok'] }, november);
  expect(late.flatMap((row) => (row.kind === 'group' ? row.group.name : []))).toEqual(['A', 'D', 'C']);
  expect(statesOf(rows)).toEqual([
    { status: 'running', health: 'ok' },
    { status: 'planned', health: 'ok' },
  ]);
  expect(nextBooking(rows, 2, 1)).toBe(4);
  expect(nextBooking(rows, 4, -10)).toBe(1);
  expect(nextBooking(rows, 6, 1)).toBe(6);
});

test('the text of a bar names the state of a booking that does not deliver as planned', () => {
  expect(barText({ status: 'running', health: 'ok' })).toBe('');
  expect(barText({ status: 'running', health: 'critical' })).toBe('Critical');
  expect(barText({ status: 'paused', health: 'ok' })).toBe('Paused');
});

test('availability has a level for each day from today, and none without a forecast', () => {
  const position = {
    positionId: 7,
    timeZone: 'Europe/Amsterdam',
    from: '2026-12-19',
    booked: [20, 50, 130, 0],
    held: [0, 10, 0, 0],
  };
  const days = availabilityDays({ ...position, expected: [100, 100, 100, 100] }, november);
  expect(days?.map(({ level, free }) => [level, free])).toEqual([
    ['high', 0.8],
    ['some', 0.4],
  ]);
  const nextWeek = rangeAt('week', november.toMs);
  const december = availabilityDays({ ...position, expected: [100, 100, 100, 100] }, nextWeek) ?? [];
  expect(december.map(({ level }) => level)).toEqual(['full', 'high']);
  expect(availabilitySummary(december)).toEqual({ free: 0.5, fullDays: 1 });
  expect(availabilityDays({ ...position, expected: null }, november)).toBeNull();
});
