import { expect, test } from 'vitest';
import { localClock } from '../time/local-time.ts';
import type { BookingId } from '../vocabulary/ids.ts';
import type { LoopBooking, LoopPart } from './loop-booking.ts';
import { type DayBooking, planDay } from './plan-day.ts';
import { planLoops } from './plan-loops.ts';

function booking(id: number, part: LoopPart, more: Partial<LoopBooking> = {}): LoopBooking {
  return { id: id as BookingId, part, priority: 5, weight: 1, exclusionLabels: [], minGap: 0, ...more };
}

const plays = (perLoop: number): LoopPart => ({ kind: 'plays', perLoop });
const percent = (basisPoints: number): LoopPart => ({ kind: 'percent', basisPoints });
const rest: LoopPart = { kind: 'rest' };

test('spreads plays over the loop and shares the rest', () => {
  const { loops, problems } = planLoops([
    { slots: 6, bookings: [booking(1, plays(2)), booking(2, rest), booking(3, rest)] },
  ]);
  expect(problems).toEqual([]);
  const [loop = []] = loops;
  expect(loop.filter((id) => id === 1)).toHaveLength(2);
  expect(Math.abs(loop.indexOf(1 as BookingId) - loop.lastIndexOf(1 as BookingId))).toBeGreaterThanOrEqual(2);
  expect(loop.filter((id) => id === 2)).toHaveLength(2);
  expect(loop.filter((id) => id === 3)).toHaveLength(2);
});

test('delivers an exact percentage over the day although no single loop can', () => {
  const bookings = [booking(1, percent(1_250)), booking(2, rest)];
  const { loops } = planLoops(Array.from({ length: 100 }, () => ({ slots: 10, bookings })));
  expect(loops.flat().filter((id) => id === 1)).toHaveLength(125);
  expect(new Set(loops.map((loop) => loop.filter((id) => id === 1).length))).toEqual(new Set([1, 2]));
});

test('never plays competitors consecutively, including across loops', () => {
  const cars = { exclusionLabels: ['cars'] };
  const bookings = [booking(1, plays(2), cars), booking(2, plays(1), cars), booking(3, plays(3))];
  const { loops, problems } = planLoops(Array.from({ length: 5 }, () => ({ slots: 6, bookings })));
  expect(problems).toEqual([]);
  const all = loops.flat();
  for (const [index, id] of all.entries()) {
    if (index > 0 && id !== all[index - 1]) expect([id, all[index - 1]].every((each) => each !== 3)).toBe(false);
  }
});

test('reports violations: overbooking, a gap that is too wide, only competitors', () => {
  const overbooked = planLoops([{ slots: 4, bookings: [booking(1, plays(3), { priority: 0 }), booking(2, plays(3))] }]);
  expect(overbooked.loops[0]?.filter((id) => id === 1)).toHaveLength(3);
  expect(overbooked.problems).toEqual([{ kind: 'overbooked', bookingId: 2, missedPlays: 2, loops: 1 }]);
  const close = planLoops([{ slots: 4, bookings: [booking(1, plays(2), { minGap: 3 }), booking(2, rest)] }]);
  expect(close.problems).toEqual([{ kind: 'gap', bookingId: 1, loops: 1 }]);
  const cars = { exclusionLabels: ['cars'] };
  const alone = planLoops([{ slots: 4, bookings: [booking(1, plays(2), cars), booking(2, plays(2), cars)] }]);
  expect(alone.problems.every(({ kind }) => kind === 'separation')).toBe(true);
  expect(alone.problems.length).toBeGreaterThan(0);
});

test('leaves slots without purchased or shared plays empty', () => {
  const { loops } = planLoops([
    { slots: 3, bookings: [booking(1, plays(1))] },
    { slots: 2, bookings: [] },
  ]);
  expect(loops).toEqual([
    [1, null, null],
    [null, null],
  ]);
});

const day = (more: Partial<DayBooking>): DayBooking => ({
  ...booking(1, plays(1)),
  startMs: 0,
  endMs: null,
  activeDays: [],
  dayParts: [],
  ...more,
});

test('plans a day by its opening hours in local time, including clock changes', () => {
  const screen = {
    clock: localClock('Europe/Brussels'),
    openingHours: [{ days: [], fromMinute: 60, toMinute: 240 }],
    loopSeconds: 120,
    slotSeconds: 10,
  } as const;
  const hours = (date: string) => planDay(screen, [day({})], Date.parse(date)).loops.length / 30;
  expect(hours('2026-11-22T12:00:00Z')).toBe(3);
  // The hour from 02:00 to 03:00 is skipped or occurs twice.
  expect(hours('2026-03-29T12:00:00Z')).toBe(2);
  expect(hours('2026-10-25T12:00:00Z')).toBe(4);
});

test('omits bookings that do not run for the whole loop, and shortens the last loop to the closing time', () => {
  const screen = {
    clock: localClock('UTC'),
    openingHours: [{ days: [], fromMinute: 0, toMinute: 5 }],
    loopSeconds: 120,
    slotSeconds: 30,
  } as const;
  const endMs = Date.parse('2026-11-22T00:03:00Z');
  const { loops } = planDay(screen, [day({ endMs }), day({ id: 2 as BookingId })], Date.parse('2026-11-22T12:00:00Z'));
  expect(loops.map(({ plays: loop }) => loop.length)).toEqual([4, 4, 2]);
  expect(loops.map(({ plays: loop }) => loop.includes(1 as BookingId))).toEqual([true, false, false]);
  expect(loops[1]?.startMs).toBe(Date.parse('2026-11-22T00:02:00Z'));
});
