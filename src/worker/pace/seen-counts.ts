import {
  type BookingCounts,
  type CountFile,
  isCountFileFresh,
  noBookingCounts,
  type PendingEvents,
} from '../../exchange/plan/count-files.ts';
import type { Plan } from '../../exchange/plan/plan-file.ts';

/** Counts of the delivery processes since the last read. */
export type SeenCounts = {
  readonly requests: ReadonlyMap<number, number>;
  readonly bookings: ReadonlyMap<number, BookingCounts>;
  /** Expected events of recently won slots, by booking. */
  readonly pending: ReadonlyMap<number, number>;
  /** Events that budgets expect of recently won slots, by booking. */
  readonly pendingOfBudgets: ReadonlyMap<number, number>;
  readonly processes: Plan['processes'];
};

/**
 * Sums the new counts of the files.
 * @param through last processed number by process; updated
 */
export function seeCounts(files: readonly CountFile[], through: Map<string, number>): SeenCounts {
  const requests = new Map<number, number>();
  const bookings = new Map<number, BookingCounts>();
  const pending = new Map<number, number>();
  const pendingOfBudgets = new Map<number, number>();
  const processes = files.map((file) => {
    const { processId, times } = file;
    const before = through.get(processId) ?? 0;
    for (const time of times.filter(({ number }) => number > before)) {
      for (const [id, count] of time.requests) requests.set(id, (requests.get(id) ?? 0) + count);
      for (const [id, ...counts] of time.bookings) addCounts(bookings, id, counts);
    }
    const last = times.at(-1);
    const fresh = isCountFileFresh(file);
    // A process that ended has no pending events.
    if (fresh && last !== undefined) {
      addEvents(pending, last.pending);
      addEvents(pendingOfBudgets, last.pendingOfBudgets ?? []);
    }
    const seen = Math.max(before, last?.number ?? 0);
    through.set(processId, seen);
    return { id: processId, through: seen, fresh };
  });
  return { requests, bookings, pending, pendingOfBudgets, processes };
}

function addEvents(sums: Map<number, number>, pending: PendingEvents): void {
  for (const [id, events] of pending) sums.set(id, (sums.get(id) ?? 0) + events);
}

function addCounts(sums: Map<number, BookingCounts>, id: number, counts: readonly number[]): void {
  const sum = sums.get(id) ?? noBookingCounts();
  for (const [index, count] of counts.entries()) sum[index] = (sum[index] ?? 0) + count;
  sums.set(id, sum);
}
