import { expect, test } from 'vitest';
import { bookingRow, snapshotRows } from '../../../../test/support/server/test-delivery.ts';
import { buildSnapshot } from '../../../core/snapshot/build-snapshot.ts';
import { maxExplainedBookings, requireModestRequest } from './explain-request.ts';

const slotCount = 41;
const bookingsPerSlot = 500;
const positions = Array.from({ length: slotCount }, (_, index) => ({
  id: 10 + index,
  locationId: 1,
  formatId: 1,
  slotName: `slot-${index}`,
}));
const inventory = { positionIds: [], locationIds: [], publicationIds: [1], publisherIds: [] };
const bookings = Array.from({ length: bookingsPerSlot }, (_, index) =>
  bookingRow({ id: 100 + index, inventory }, { id: 10_000 + index }),
);
const snapshot = buildSnapshot(snapshotRows({ bookings, positions } as never));

test('refuses a request whose slots have too many bookings, and names the limit', () => {
  const slots = positions.map(({ slotName }) => ({ slotName }));
  const within = slots.slice(0, maxExplainedBookings / bookingsPerSlot);
  expect(() => requireModestRequest(snapshot, { slots: within })).not.toThrow();
  // A repeated slot is counted once.
  expect(() => requireModestRequest(snapshot, { slots: [...within, ...within.slice(0, 10)] })).not.toThrow();
  expect(() => requireModestRequest(snapshot, { slots })).toThrow(
    expect.objectContaining({ message: expect.stringContaining('at most 20,000 bookings') }),
  );
});
