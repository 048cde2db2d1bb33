import { expect, test } from 'vitest';
import { caseBase } from '../../../test/oracle/cases/case-base.ts';
import { rowsOfCase } from '../../../test/oracle/cases/case-rows.ts';
import { buildSnapshot } from '../snapshot/build-snapshot.ts';
import type { SnapshotPosition } from '../snapshot/snapshot.ts';
import type { LocationRow, PositionRow } from '../snapshot/snapshot-rows.ts';
import { hourMs } from '../time/durations.ts';
import { countPlannedPlays, planScreenDay } from './plan-screen-day.ts';

const loop = { loopSeconds: 60, slotSeconds: 10, openingHours: [] };
const locations = [{ id: 1, publicationId: 1, code: 's', kind: 'screen', loop }] as unknown as Partial<LocationRow>[];
const positions = [{ id: 1, locationId: 1, formatId: 1, slotName: 's-lb' }] as unknown as Partial<PositionRow>[];
const creatives = caseBase.creatives.map((creative) => ({ ...creative, kind: 'html', html: '<b>Offer</b>' }));
const inventory = { publicationIds: [1] };
const snapshot = buildSnapshot(
  rowsOfCase({ ...caseBase, locations, positions, creatives }, [
    { id: 1, loop: { playsPerLoop: 1 }, inventory },
    { id: 2, loop: { basisPoints: 3_333 }, inventory },
    { id: 3, inventory },
  ]),
);
const position = snapshot.positionById.values().next().value as SnapshotPosition;

test.each([
  { name: 'an ordinary day', at: '2027-03-03T12:00:00Z', hours: 24 },
  { name: 'the day on which the clock goes forward', at: '2027-03-28T12:00:00Z', hours: 23 },
  { name: 'the day on which the clock goes back', at: '2027-10-31T12:00:00Z', hours: 25 },
])('the counts of all hours of $name are those of its plan', ({ at, hours }) => {
  const day = planScreenDay(snapshot, position, loop, Date.parse(at));
  expect((day.toMs - day.fromMs) / hourMs).toBe(hours);
  expect(day.plays).toHaveLength(hours * 360);
  const sums = new Map<string, number>();
  // The first and last period also contain an hour of the days before and after.
  for (let fromMs = day.fromMs - hourMs; fromMs < day.toMs + hourMs; fromMs += 2 * hourMs) {
    const toMs = Math.min(fromMs + 2 * hourMs, day.toMs + hourMs);
    for (const { localDay, bookingId, plays } of countPlannedPlays(snapshot, position, { fromMs, toMs })) {
      const key = `${localDay} ${bookingId}`;
      sums.set(key, (sums.get(key) ?? 0) + plays);
    }
  }
  const ofDay = (id: number) => day.plays.filter(({ ad }) => ad.booking.id === id).length;
  expect(ofDay(1)).toBe(hours * 60);
  for (const id of [1, 2, 3]) expect(sums.get(`${at.slice(0, 10)} ${id}`)).toBe(ofDay(id));
  const others = [...sums].filter(([key]) => !key.startsWith(at.slice(0, 10)));
  expect(others.reduce((sum, [, plays]) => sum + plays, 0)).toBe(2 * 360);
});

test('a position without a loop has no planned plays', () => {
  const period = { fromMs: Date.parse('2027-03-03T12:00:00Z'), toMs: Date.parse('2027-03-03T14:00:00Z') };
  expect(countPlannedPlays(snapshot, position, period).length).toBeGreaterThan(0);
  expect(countPlannedPlays(snapshot, { ...position, loop: null }, period)).toEqual([]);
});
