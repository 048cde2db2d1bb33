import { expect, test } from 'vitest';
import { drawSpace } from '../decision/draw/random.ts';
import { bucketOf, bucketsOf, creativeTicketOf, experimentBucket, experimentBuckets, isHeldOut } from './experiment.ts';
import { isSameRotation, type PlannedRotation, packRotation, unpackRotation } from './planned-rotation.ts';

const viewers = Array.from({ length: 40_000 }, (_, number) => `ui:User-${number}`);
const rotation = (bookingId: number, holdoutPercent: number): PlannedRotation => ({
  bookingId,
  planNumber: 4,
  weights: new Map(),
  experiment: { holdoutPercent, isSplit: false },
});

test('viewers are divided evenly, and independently for each booking', () => {
  const terms = { holdoutPercent: 20, isSplit: false };
  const [first, second] = [7, 8].map((bookingId) =>
    viewers.map((viewer) => isHeldOut(experimentBucket(viewer, bookingId), terms)),
  ) as [boolean[], boolean[]];
  const shareOf = (held: readonly boolean[]) => held.filter(Boolean).length / viewers.length;
  expect(shareOf(first)).toBeCloseTo(0.2, 2);
  expect(shareOf(second)).toBeCloseTo(0.2, 2);
  expect(shareOf(first.map((held, index) => held && second[index] === true))).toBeCloseTo(0.04, 2);
});

test('a viewer stays in its group', () => {
  const context = { shopper: 'ui:Anna' };
  expect(bucketOf(context, 7)).toBe(bucketOf({ ...context }, 7));
  expect(bucketOf(context, 7)).toBe(experimentBucket('ui:Anna', 7));
  expect(bucketOf({ experimentBuckets: new Map([[7, 12]]), shopper: 'ui:Anna' }, 7)).toBe(12);
  expect(bucketOf({}, 7)).toBeNull();
});

test('the groups of a viewer for several bookings equal those of each booking', () => {
  const groups = bucketsOf({ shopper: 'ui:Anna' });
  for (const bookingId of [7, 8, 9]) expect(groups?.(bookingId)).toBe(experimentBucket('ui:Anna', bookingId));
  const recorded = bucketsOf({ experimentBuckets: new Map([[7, 12]]), shopper: 'ui:Anna' });
  expect([recorded?.(7), recorded?.(8)]).toEqual([12, null]);
  expect(bucketsOf({})).toBeNull();
});

test('an A/B test divides the holdout and the other viewers evenly', () => {
  const terms = { holdoutPercent: 10, isSplit: true };
  const ticketsOf = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => creativeTicketOf(from + index, terms, drawSpace) / drawSpace);
  for (const parts of [ticketsOf(0, 1_000), ticketsOf(1_000, experimentBuckets)]) {
    expect(parts[0]).toBe(0);
    expect(parts.at(-1)).toBeLessThan(1);
    expect(parts.filter((part) => part < 0.25).length / parts.length).toBeCloseTo(0.25, 3);
  }
});

test('the terms of an experiment are stored with the weights', () => {
  const weighted = { ...rotation(3, 25), weights: new Map([[11, 9_000]]) };
  for (const one of [rotation(3, 0), rotation(3, 25), weighted]) {
    expect(unpackRotation(packRotation(one))).toEqual(one);
    expect(isSameRotation(one, unpackRotation(packRotation(one)))).toBe(true);
  }
  expect(isSameRotation(rotation(3, 25), rotation(3, 24))).toBe(false);
});
