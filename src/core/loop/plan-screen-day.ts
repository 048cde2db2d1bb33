import type { Snapshot, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { ScreenLoopRow } from '../snapshot/snapshot-rows.ts';
import { localDateAt } from '../time/local-time.ts';
import type { BookingId } from '../vocabulary/ids.ts';
import { planDay } from './plan-day.ts';
import { type PlannedPlay, plannedPlays } from './planned-plays.ts';
import { screenBookings } from './screen-bookings.ts';

/** A local day of a screen. */
export type PlannedDay = {
  /** Epoch milliseconds, from (inclusive) to (exclusive). */
  readonly fromMs: number;
  readonly toMs: number;
  readonly plays: readonly PlannedPlay[];
};

type Source = Pick<Snapshot, 'targeting' | 'positionById' | 'bookingById'>;

/**
 * Returns the plays of a screen on a local day, as its playlist contains them.
 * @param instantMs any time of the day
 */
export function planScreenDay(
  snapshot: Source,
  position: SnapshotPosition,
  loop: ScreenLoopRow,
  instantMs: number,
): PlannedDay {
  const screen = { clock: position.clock, ...loop };
  const { fromMs, toMs, loops } = planDay(screen, screenBookings(snapshot, position), instantMs);
  return { fromMs, toMs, plays: plannedPlays(position, loops, loop.slotSeconds * 1000) };
}

/** Planned plays of a booking on a local day. */
export type PlannedCount = { readonly localDay: string; readonly bookingId: BookingId; readonly plays: number };

/** Counts the plays of a screen that are planned to start in a period, by local day and booking. */
export function countPlannedPlays(
  snapshot: Source,
  position: SnapshotPosition,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): readonly PlannedCount[] {
  const { loop, clock } = position;
  const counts: PlannedCount[] = [];
  for (let atMs = fromMs; loop !== null && atMs < toMs; ) {
    const day = planScreenDay(snapshot, position, loop, atMs);
    const byBooking = new Map<BookingId, number>();
    for (const { startMs, ad } of day.plays) {
      if (startMs < fromMs || startMs >= toMs) continue;
      byBooking.set(ad.booking.id, (byBooking.get(ad.booking.id) ?? 0) + 1);
    }
    const localDay = localDateAt(clock, atMs);
    for (const [bookingId, plays] of byBooking) counts.push({ localDay, bookingId, plays });
    atMs = day.toMs;
  }
  return counts;
}
