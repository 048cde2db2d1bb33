import { expect, test } from 'vitest';
import { bookingOfCase } from '../cases/case-rows.ts';
import { localClock } from '../words/local-time.ts';
import { createCapTable, hashViewer } from './cap-table.ts';
import { noteShown, reachedCap } from './frequency-cap.ts';

const brussels = localClock('Europe/Brussels');
const newYork = localClock('America/New_York');
/** Tuesday in Brussels, still Monday in New York. */
const nowMs = Date.parse('2026-11-03T01:00:00Z');
const viewerIn = (clock: typeof brussels, atMs = nowMs) => ({
  hash: hashViewer('viewer'),
  nowMs: atMs,
  local: clock.momentAt(atMs),
});

test.each([1, 2])(
  'a viewer who goes to and fro between two time zones is not shown more than %i on either day',
  (most) => {
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
  },
);

test('a clock that is set back does not open an hour again', () => {
  const table = createCapTable(1024);
  const booking = bookingOfCase({ id: 1, caps: [{ scope: 'hour', most: 1 }] });
  noteShown(table, booking, viewerIn(brussels));
  expect(reachedCap(table, booking, viewerIn(brussels, nowMs - 3_600_000))).not.toBeNull();
  expect(reachedCap(table, booking, viewerIn(brussels, nowMs + 3_600_000))).toBeNull();
});

test('a cap that joins another changes nothing about what was counted', () => {
  const table = createCapTable(1024);
  const day = { scope: 'day', most: 1 } as const;
  noteShown(table, bookingOfCase({ id: 1, caps: [day] }), viewerIn(brussels));
  const joined = bookingOfCase({ id: 1, caps: [{ scope: 'hour', most: 5 }, day] });
  expect(reachedCap(table, joined, viewerIn(brussels))).toEqual(day);
});
