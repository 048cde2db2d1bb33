import { expect, test } from 'vitest';
import { loopProblemText } from './loop-labels.ts';

const nameOf = (id: number) => ({ 1: 'Hall', 2: 'Tram' })[id] ?? `Booking ${id}`;
const problem = { bookingId: 1, otherBookingId: null, missedPlays: null, loops: 3 } as const;

test('describes problems of a loop with the names of bookings', () => {
  expect(loopProblemText({ ...problem, kind: 'overbooked', missedPlays: 1 }, nameOf)).toBe(
    'Hall misses 1 booked play in 3 loops.',
  );
  expect(loopProblemText({ ...problem, kind: 'gap', loops: 1 }, nameOf)).toBe(
    'Hall repeats before its minimum gap has passed in 1 loop.',
  );
  expect(loopProblemText({ ...problem, kind: 'separation', otherBookingId: 2 }, nameOf)).toBe(
    'Hall follows Tram, which has the same exclusion label, in 3 loops.',
  );
});

test('describes why a store roadblock is not planned', () => {
  expect(loopProblemText({ ...problem, kind: 'roadblock_no_slot' }, nameOf)).toBe(
    'Hall is not planned: no slots are free on all screens of the store.',
  );
});
