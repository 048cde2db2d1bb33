import { expect, test } from 'vitest';
import { bookingOfCase } from '../../../test/oracle/cases/case-rows.ts';
import { PriorWinners } from '../decision/draw/prior-winners.ts';
import type { RequestContext } from '../targeting/targeting.ts';
import { dayMs } from '../time/durations.ts';
import { localClock } from '../time/local-time.ts';
import { type CapTable, createCapTable, hashSubject, removeSubjects } from './cap-table.ts';
import { noteShown, refusingCap, type Viewer, viewerOfContext } from './frequency-cap.ts';

const brussels = localClock('Europe/Brussels');
const newYork = localClock('America/New_York');
/** Tuesday in Brussels, still Monday in New York. */
const nowMs = Date.parse('2026-11-03T01:00:00Z');
const viewerIn = (clock: typeof brussels, atMs = nowMs, context: RequestContext = { viewerKey: 'viewer' }): Viewer =>
  viewerOfContext(context, { nowMs: atMs, local: clock.momentAt(atMs) });
const reachedCap = (table: CapTable, booking: Parameters<typeof refusingCap>[1], viewer: Viewer) =>
  refusingCap(table, booking, viewer, new PriorWinners())?.cap ?? null;

test.each([1, 2])('a viewer who alternates between two time zones is not shown more than %i on either day', (most) => {
  const table = createCapTable(1024);
  const booking = bookingOfCase({ id: 1, caps: [{ scope: 'day', most }] });
  const shown = new Map<number, number>();
  for (let visit = 0; visit < 12; visit += 1) {
    const viewer = viewerIn(visit % 3 === 2 ? brussels : newYork);
    if (reachedCap(table, booking, viewer) !== null) continue;
    noteShown(table, booking, viewer);
    shown.set(viewer.local.day, (shown.get(viewer.local.day) ?? 0) + 1);
  }
  // Monday and Tuesday.
  expect([...shown.values()]).toEqual([most, most]);
});

test('a clock that is set back does not reset an hour', () => {
  const table = createCapTable(1024);
  const booking = bookingOfCase({ id: 1, caps: [{ scope: 'hour', most: 1 }] });
  noteShown(table, booking, viewerIn(brussels));
  expect(reachedCap(table, booking, viewerIn(brussels, nowMs - 3_600_000))).not.toBeNull();
  expect(reachedCap(table, booking, viewerIn(brussels, nowMs + 3_600_000))).toBeNull();
});

test('an additional cap does not change existing counts', () => {
  const table = createCapTable(1024);
  const day = { scope: 'day', most: 1 } as const;
  noteShown(table, bookingOfCase({ id: 1, caps: [day] }), viewerIn(brussels));
  const joined = bookingOfCase({ id: 1, caps: [{ scope: 'hour', most: 5 }, day] });
  expect(reachedCap(table, joined, viewerIn(brussels))).toEqual(day);
});

test('a late event of an earlier hour does not change the current count', () => {
  const table = createCapTable(1024);
  const booking = bookingOfCase({ id: 1, caps: [{ scope: 'hour', most: 2 }] });
  const later = nowMs + 3_600_000;
  noteShown(table, booking, viewerIn(brussels, later));
  noteShown(table, booking, viewerIn(brussels));
  noteShown(table, booking, viewerIn(brussels, later));
  expect(reachedCap(table, booking, viewerIn(brussels, later))).not.toBeNull();
});

test('counts one key separately as viewer, household, store and so on', () => {
  const table = createCapTable(1024);
  const booking = bookingOfCase({ id: 1, caps: [{ scope: 'day', most: 1, per: 'household' }] });
  const inStore = bookingOfCase({ id: 1, caps: [{ scope: 'day', most: 1, per: 'store' }] });
  const both = { householdKey: 'x', storeKey: 'x' };
  noteShown(table, booking, viewerIn(brussels, nowMs, both));
  expect(reachedCap(table, booking, viewerIn(brussels, nowMs, both))).not.toBeNull();
  expect(reachedCap(table, inStore, viewerIn(brussels, nowMs, both))).toBeNull();
});

test('erasure resets the counts of the viewer and of no other', () => {
  const table = createCapTable(1024);
  const bookings = [1, 2, 3].map((id) => bookingOfCase({ id, caps: [{ scope: 'life', most: 1 }] }));
  const viewers = Array.from({ length: 50 }, (_, n) => viewerIn(brussels, nowMs, { viewerKey: `ui:${n}` }));
  for (const viewer of viewers) for (const booking of bookings) noteShown(table, booking, viewer);
  const forget = (from: number, to: number) => removeSubjects(table, [hashSubject('ui:7')], { from, to });
  expect(forget(0, 512) + forget(512, 2048)).toBe(3);
  expect(forget(0, 1024)).toBe(0);
  const sees = viewers.map(
    (viewer) => bookings.filter((booking) => reachedCap(table, booking, viewer) === null).length,
  );
  expect(sees).toEqual(viewers.map((_, n) => (n === 7 ? 3 : 0)));
});

test('slots of an expired session are reused', () => {
  const table = createCapTable(16);
  const booking = bookingOfCase({ id: 1, caps: [{ scope: 'life', most: 1, per: 'session' }] });
  const session = (name: string, atMs: number) => viewerIn(brussels, atMs, { sessionKey: name });
  for (let n = 0; n < 16; n += 1) noteShown(table, booking, session(`s${n}`, nowMs));
  // The table is full. A viewer that cannot be counted sees no capped booking.
  expect(reachedCap(table, booking, session('late', nowMs))).not.toBeNull();
  expect(reachedCap(table, booking, session('late', nowMs + dayMs))).toBeNull();
});
