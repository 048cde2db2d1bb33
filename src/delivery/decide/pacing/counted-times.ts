import { type BookingCounts, type CountedTime, noBookingCounts } from '../../../exchange/plan/count-files.ts';

/** Number of periods that are stored separately while no plan arrives. Older ones are merged. */
const maxTimes = 8;

/** Counts of this process in numbered periods. A plan has or has not included a period. */
export type CountedTimes = {
  /** Number of the first period of this process. */
  readonly first: number;
  /** Counts of the current period. */
  readonly requests: Map<number, number>;
  readonly bookings: Map<number, BookingCounts>;
  /** Ends the current period and returns all periods that no plan has included. */
  cut(pending: Pick<CountedTime, 'pending' | 'pendingOfBudgets'>): readonly CountedTime[];
  /** Returns the ended periods that no plan has included, oldest first. */
  list(): readonly CountedTime[];
  /** Removes the periods up to this number, which a plan has included. */
  forget(through: number): void;
};

/** @param before periods that an earlier process of the same name left */
export function createCountedTimes(before: readonly CountedTime[] = []): CountedTimes {
  let times = [...before];
  const requests = new Map<number, number>();
  const bookings = new Map<number, BookingCounts>();
  // Larger than every number of an earlier process of the same name, also if its file was lost.
  const first = Math.max(Date.now(), ...before.map((time) => time.number + 1));
  let number = first;
  return {
    first,
    requests,
    bookings,
    cut(pending) {
      times.push({
        number,
        requests: [...requests],
        bookings: [...bookings].map(([bookingId, counts]) => [bookingId, ...counts] as const),
        ...pending,
      });
      requests.clear();
      bookings.clear();
      number += 1;
      if (times.length > maxTimes)
        times = [together(times[0] as CountedTime, times[1] as CountedTime), ...times.slice(2)];
      return times;
    },
    list: () => times,
    forget(through) {
      times = times.filter((time) => time.number > through);
    },
  };
}

/** Returns the counts of a booking in the current period. */
export function bookingCounts(bookings: Map<number, BookingCounts>, bookingId: number): BookingCounts {
  const known = bookings.get(bookingId);
  if (known !== undefined) return known;
  const counts = noBookingCounts();
  bookings.set(bookingId, counts);
  return counts;
}

function together(earlier: CountedTime, later: CountedTime): CountedTime {
  const requests = new Map(earlier.requests);
  for (const [id, count] of later.requests) requests.set(id, (requests.get(id) ?? 0) + count);
  const bookings = new Map<number, BookingCounts>();
  for (const [id, ...counts] of [...earlier.bookings, ...later.bookings]) {
    const sum = bookingCounts(bookings, id);
    for (const [index, count] of counts.entries()) sum[index] = (sum[index] ?? 0) + count;
  }
  return {
    number: later.number,
    requests: [...requests],
    bookings: [...bookings].map(([id, ...rest]) => [id, ...(rest.flat() as BookingCounts)] as const),
    pending: later.pending,
    ...(later.pendingOfBudgets === undefined ? {} : { pendingOfBudgets: later.pendingOfBudgets }),
  };
}
