import type { BookingId } from '../vocabulary/ids.ts';
import type { LoopBooking } from './loop-booking.ts';

/** 100 % in basis points. */
const whole = 10_000;

/** Plays of each booking in one loop. */
export type PlayCounts = {
  readonly plays: ReadonlyMap<BookingId, number>;
  /** Purchased plays that do not fit. */
  readonly missed: ReadonlyMap<BookingId, number>;
};

/**
 * Counts the plays of each booking, loop by loop. Store roadblocks come first, then purchased plays, in order of
 * priority. Percentages are
 * exact to less than one play over any number of loops, by error diffusion. The rest is shared by weight in the same
 * way. Source: docs/decisions/0115-loops.md.
 */
export class PlayCounter {
  /** Carried-over fraction of a play per percentage, 0 to 10,000 basis points. */
  readonly #owedPoints = new Map<BookingId, number>();
  /** Carried-over fraction of a play per share of the rest. */
  readonly #owedRest = new Map<BookingId, number>();

  /**
   * Counts the plays of one loop.
   * @param slots of the loop, at least 1
   * @param bookings active in the loop
   */
  count(slots: number, bookings: readonly LoopBooking[]): PlayCounts {
    const plays = new Map<BookingId, number>();
    const missed = new Map<BookingId, number>();
    let left = slots;
    for (const booking of [...bookings].sort(byRank)) {
      const wanted = this.#wantedOf(booking, slots);
      // The last loop before closing can end before a slot of a store roadblock.
      const available = booking.pins?.filter((slot) => slot < slots).length ?? left;
      const given = Math.min(wanted, available, left);
      if (given > 0) plays.set(booking.id, given);
      if (given < wanted) missed.set(booking.id, wanted - given);
      left -= given;
    }
    this.#shareRest(
      left,
      bookings.filter(({ part }) => part.kind === 'rest'),
      plays,
    );
    return { plays, missed };
  }

  #wantedOf({ id, part }: LoopBooking, slots: number): number {
    if (part.kind === 'plays') return part.perLoop;
    if (part.kind === 'rest') return 0;
    const owed = (this.#owedPoints.get(id) ?? 0) + slots * part.basisPoints;
    const wanted = Math.floor(owed / whole);
    this.#owedPoints.set(id, owed - wanted * whole);
    return wanted;
  }

  #shareRest(left: number, bookings: readonly LoopBooking[], plays: Map<BookingId, number>): void {
    const total = bookings.reduce((sum, { weight }) => sum + weight, 0);
    for (const { id, weight } of bookings) {
      this.#owedRest.set(id, (this.#owedRest.get(id) ?? 0) + (left * weight) / total);
    }
    for (let play = 0; play < left && bookings.length > 0; play += 1) {
      const next = bookings.reduce((most, each) => (this.#restOf(each) > this.#restOf(most) ? each : most));
      this.#owedRest.set(next.id, this.#restOf(next) - 1);
      plays.set(next.id, (plays.get(next.id) ?? 0) + 1);
    }
  }

  #restOf({ id }: LoopBooking): number {
    return this.#owedRest.get(id) ?? 0;
  }
}

/** Order in which bookings are served when a loop is overbooked. */
function byRank(one: LoopBooking, other: LoopBooking): number {
  const isPinned = ({ pins }: LoopBooking): number => (pins === undefined ? 1 : 0);
  // Otherwise another booking could keep a roadblock from one of its screens.
  if (isPinned(one) !== isPinned(other)) return isPinned(one) - isPinned(other);
  return one.priority - other.priority || other.weight - one.weight || one.id - other.id;
}
