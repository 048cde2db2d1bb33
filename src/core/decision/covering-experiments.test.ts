import { expect, test } from 'vitest';
import { caseBase } from '../../../test/oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../../../test/oracle/cases/case-rows.ts';
import { experimentBucket, isHeldOut } from '../rotation/experiment.ts';
import type { PlannedRotation } from '../rotation/planned-rotation.ts';
import { applyChanges } from '../snapshot/apply-changes.ts';
import { buildSnapshot } from '../snapshot/build-snapshot.ts';
import type { RequestContext } from '../targeting/targeting.ts';
import { experimentsAt, heldOutBookings } from './covering-experiments.ts';

const terms = { holdoutPercent: 50, isSplit: false };
const rotation = (bookingId: number, holdoutPercent = 50): PlannedRotation => ({
  bookingId,
  planNumber: 4,
  weights: new Map(),
  experiment: { ...terms, holdoutPercent },
});
const planOf = (...rotations: PlannedRotation[]) => new Map(rotations.map((each) => [each.bookingId, each]));

const home = { positionIds: [1] };
const sport = { positionIds: [3] };
const bookings: readonly CaseBooking[] = [
  { id: 7, inventory: home },
  { id: 8, inventory: sport },
  { id: 9, inventory: { publicationIds: [1] } },
];

function askFor(names: readonly string[], context: RequestContext) {
  return { slots: names.map((slotName) => ({ slotName, parameters: new Map() })), context };
}

/** A viewer in the holdouts of bookings 7 to 9. */
const viewer = Array.from({ length: 1_000 }, (_, number) => `ui:User-${number}`).find((each) =>
  [7, 8, 9].every((id) => isHeldOut(experimentBucket(each, id), terms)),
) as string;

test('only holdouts of bookings that cover a requested position apply', () => {
  const snapshot = buildSnapshot(rowsOfCase(caseBase, bookings));
  const plan = planOf(rotation(7), rotation(8), rotation(9), rotation(404));
  const heldOut = (names: readonly string[], context: RequestContext = { shopper: viewer }) => [
    ...(heldOutBookings(snapshot, askFor(names, context), plan) ?? []),
  ];
  expect(heldOut(['home-leaderboard'])).toEqual([7, 9]);
  expect(heldOut(['sport-leaderboard'])).toEqual([8, 9]);
  expect(heldOut(['home-leaderboard', 'home-leaderboard', 'sport-leaderboard'])).toEqual([7, 9, 8]);
  expect(heldOut(['newyork-leaderboard', 'unknown'])).toEqual([]);
  expect(heldOut(['home-leaderboard'], { experimentBuckets: new Map([[7, 4_999]]) })).toEqual([7]);
  expect(heldOut(['home-leaderboard'], { experimentBuckets: new Map([[7, 5_000]]) })).toEqual([]);
});

test('a request is in no holdout without a viewer, a plan or a holdout', () => {
  const snapshot = buildSnapshot(rowsOfCase(caseBase, bookings));
  const request = askFor(['home-leaderboard'], { shopper: viewer });
  expect(heldOutBookings(snapshot, askFor(['home-leaderboard'], {}), planOf(rotation(7)))).toBeNull();
  expect(heldOutBookings(snapshot, request, new Map())).toBeNull();
  expect(heldOutBookings(snapshot, request, planOf(rotation(7, 0), rotation(8)))).toBeNull();
});

test('experiments follow changes of the inventory of a booking and of the plan', () => {
  const rows = rowsOfCase(caseBase, bookings);
  const snapshot = buildSnapshot(rows);
  const plan = planOf(rotation(7), rotation(8));
  const idsAt = (slotName: string, rotations = plan) =>
    experimentsAt(snapshot, rotations, snapshot.positionBySlotName.get(slotName) ?? null).map(
      ({ bookingId }) => bookingId,
    );
  expect([idsAt('home-leaderboard'), idsAt('sport-leaderboard'), idsAt('unknown')]).toEqual([[7], [8], []]);
  const moved = rowsOfCase(caseBase, [{ id: 7, inventory: sport }]).bookings;
  applyChanges(snapshot, {
    revision: 2,
    builtAtMs: 1,
    upserted: { bookings: moved },
    removed: { bookings: [8 as never] },
  });
  expect([idsAt('home-leaderboard'), idsAt('sport-leaderboard')]).toEqual([[], [7]]);
  expect(idsAt('sport-leaderboard', planOf(rotation(9)))).toEqual([9]);
});
