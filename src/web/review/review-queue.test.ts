import { expect, test } from 'vitest';
import type { Booking, Creative, Purchase } from '../../client/generated/types.gen.ts';
import { adjacentItem, reviewQueueOf, selectedItem } from './review-queue.ts';

const booking = (id: number, updatedAt: string) => ({ id, updatedAt }) as Booking;
const creative = (id: number, updatedAt: string, submittedAt?: string) =>
  ({ id, updatedAt, pendingVersion: submittedAt === undefined ? null : { submittedAt } }) as Creative;

const queue = reviewQueueOf({
  bookings: [booking(1, '2026-11-22T03:00:00Z'), booking(2, '2026-11-20T09:00:00Z')],
  creatives: [
    creative(1, '2026-11-21T00:00:00Z'),
    creative(7, '2026-11-22T05:00:00Z', '2026-11-19T00:00:00Z'),
    creative(1, '2026-11-21T00:00:00Z'),
  ],
  purchases: [],
});

test('sorts items by waiting time, each once, new versions by their submission', () => {
  expect(queue.map(({ key }) => key)).toEqual(['creative-7', 'booking-2', 'creative-1', 'booking-1']);
});

test('bookings of one purchase follow each other, at the time of the oldest', () => {
  const purchase = { id: 5, packages: [{ bookingId: 3 }, { bookingId: 4 }] } as Purchase;
  const grouped = reviewQueueOf({
    bookings: [
      booking(4, '2026-11-24T00:00:00Z'),
      booking(1, '2026-11-22T00:00:00Z'),
      booking(3, '2026-11-20T00:00:00Z'),
    ],
    creatives: [],
    purchases: [purchase],
  });
  expect(grouped.map(({ key }) => key)).toEqual(['booking-3', 'booking-4', 'booking-1']);
  expect(grouped.map((item) => item.kind === 'booking' && item.purchase?.id)).toEqual([5, 5, undefined]);
});

test('selects the first item by default and when the selected item is gone', () => {
  expect(selectedItem(queue, undefined)?.key).toBe('creative-7');
  expect(selectedItem(queue, 'creative-1')?.key).toBe('creative-1');
  expect(selectedItem(queue, 'creative-99')?.key).toBe('creative-7');
  expect(selectedItem([], 'creative-1')).toBeUndefined();
});

test('returns undefined before the first and after the last item', () => {
  const [first, second] = queue;
  const last = queue.at(-1);
  if (first === undefined || last === undefined) throw new Error('the queue is empty');
  expect(adjacentItem(queue, first, 1)).toBe(second);
  expect(adjacentItem(queue, first, -1)).toBeUndefined();
  expect(adjacentItem(queue, last, 1)).toBeUndefined();
});
