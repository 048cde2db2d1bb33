import { type BookingCounts, type CountedTime, noBookingCounts } from '../../../exchange/plan/count-files.ts';

/** Times that are kept one by one while no plan comes; older ones are put together. */
const maxTimes = 8;

/** What this process counts, cut into numbered times, each of which a plan has seen or not. */
export type CountedTimes = {
  /** The time that is being counted. */
  readonly requests: Map<number, number>;
  readonly bookings: Map<number, BookingCounts>;
  /** Ends the time that is being counted and answers all that no plan has seen. */
  cut(pending: CountedTime['pending']): readonly CountedTime[];
  /** Times that were cut and that no plan has seen, the oldest first. */
  list(): readonly CountedTime[];
  /** A plan has seen all up to this number. */
  forget(through: number): void;
};

/** @param before what an earlier process of this name left */
export function createCountedTimes(before: readonly CountedTime[] = []): CountedTimes {
  let times = [...before];
  const requests = new Map<number, number>();
  const bookings = new Map<number, BookingCounts>();
  // Above every number of an earlier process of this name, also when its file was lost.
  let number = Math.max(Date.now(), ...before.map((time) => time.number + 1));
  return {
    requests,
    bookings,
    cut(pending) {
      times.push({
        number,
        requests: [...requests],
        bookings: [...bookings].map(([bookingId, counts]) => [bookingId, ...counts] as const),
        pending,
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

/** The counts of a booking in the time that is being counted. */
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
  };
}
