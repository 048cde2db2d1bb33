import { expect, test } from 'vitest';
import { loopProblemText } from './loop-labels.ts';

const nameOf = (id: number) => ({ 1: 'Hall', 2: 'Tram' })[id] ?? `Booking ${id}`;
const problem = { bookingId: 1, otherBookingId: null, missedPlays: null, loops: 3 } as const;

test('what a loop cannot keep is said of bookings by their names', () => {
  expect(loopProblemText({ ...problem, kind: 'overbooked', missedPlays: 1 }, nameOf)).toBe(
    'Hall misses 1 play that it bought, in 3 loops.',
  );
  expect(loopProblemText({ ...problem, kind: 'gap', loops: 1 }, nameOf)).toBe(
    'Hall plays again sooner than it asks, in 1 loop.',
  );
  expect(loopProblemText({ ...problem, kind: 'separation', otherBookingId: 2 }, nameOf)).toBe(
    'Hall follows Tram, with which it shares a label, in 3 loops.',
  );
});
