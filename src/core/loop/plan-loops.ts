/*
 * Loops of screens: the order of plays.
 *
 * - `plan-loops.ts`: consecutive loops, with the minimum gaps of bookings.
 * - `arrange-loop.ts`, `order-search.ts`: the order within a loop. `plan-day.ts`: a whole local day.
 * - `store-roadblocks.ts`: bookings that take over all screens of a store at the same time.
 * - `plan-screen-day.ts`, `planned-plays.ts`: the plays of a day, with their ads.
 * - `screen-bookings.ts`, `screen-terms.ts`, `unmet-terms.ts`, `opening-hours.ts`: bookings and times of a screen.
 *
 * Used by playlists in delivery and by the loop page of the interface. See docs/decisions/0115-loops.md.
 */

import type { BookingId } from '../vocabulary/ids.ts';
import { type ArrangeTask, arrangeAnyhow, breachesAt } from './arrange-loop.ts';
import { PlayCounter } from './count-plays.ts';
import type { Loop, LoopBooking, LoopProblem } from './loop-booking.ts';
import { OrderSearch } from './order-search.ts';

/** Sums of violations over all loops. */
class ProblemSums {
  readonly #missed = new Map<BookingId, { plays: number; loops: number }>();
  readonly #breached = new Map<string, { breach: Breached; loops: number; lastLoop: number }>();
  #loop = 0;

  nextLoop(): void {
    this.#loop += 1;
  }

  missed(id: BookingId, plays: number): void {
    const sum = this.#missed.get(id) ?? { plays: 0, loops: 0 };
    this.#missed.set(id, { plays: sum.plays + plays, loops: sum.loops + 1 });
  }

  breached(breach: Breached): void {
    const key = `${breach.kind} ${breach.bookingId} ${breach.kind === 'gap' ? '' : breach.otherId}`;
    const sum = this.#breached.get(key) ?? { breach, loops: 0, lastLoop: 0 };
    if (sum.lastLoop === this.#loop) return;
    this.#breached.set(key, { breach, loops: sum.loops + 1, lastLoop: this.#loop });
  }

  list(): readonly LoopProblem[] {
    const missed = [...this.#missed].map(
      ([bookingId, { plays, loops }]): LoopProblem => ({ kind: 'overbooked', bookingId, missedPlays: plays, loops }),
    );
    const breached = [...this.#breached.values()].map(({ breach, loops }): LoopProblem => ({ ...breach, loops }));
    return [...missed, ...breached];
  }
}

/** Number of remembered plays: more than any gap. */
const keptPlays = 8_000;

/** One loop to plan: its number of slots and its bookings. */
export type LoopTask = { readonly slots: number; readonly bookings: readonly LoopBooking[] };

export type LoopPlan = {
  /** One loop per task, in the same order. */
  readonly loops: readonly Loop[];
  /** All violated rules, by booking. */
  readonly problems: readonly LoopProblem[];
};

/**
 * Plans consecutive loops. All purchased plays are delivered, competitors never play consecutively, and each booking
 * keeps its minimum gap. Violations are reported. Equal arguments give an equal plan. Source:
 * docs/decisions/0115-loops.md.
 */
export function planLoops(tasks: readonly LoopTask[]): LoopPlan {
  const counter = new PlayCounter();
  const problems = new ProblemSums();
  const search = new OrderSearch();
  const loops: Loop[] = [];
  let before: Loop = [];
  let last: ArrangeTask | null = null;
  for (const { slots, bookings } of tasks) {
    const { plays, missed } = counter.count(slots, bookings);
    for (const [id, count] of missed) problems.missed(id, count);
    const longest = Math.max(1, ...bookings.map(({ minGap }) => minGap));
    const byId = new Map(bookings.map((booking) => [booking.id, booking]));
    const behind = (tail: Loop): ArrangeTask => ({ slots, bookings: byId, plays, before: tail.slice(-longest) });
    let found = search.first(behind(before));
    // Another order of the previous loop may allow a valid order of this one.
    const others = found === null && last !== null ? search.all(last) : [];
    for (const other of others) {
      const tail = [...before.slice(0, -other.length), ...other];
      found = search.first(behind(tail));
      if (found === null) continue;
      loops[loops.length - 1] = other;
      before = tail;
      break;
    }
    const loop = found ?? arrangeAnyhow(behind(before));
    if (found === null) noteBreaches(problems, byId, before, loop);
    last = found === null ? null : behind(before);
    loops.push(loop);
    before = [...before, ...loop].slice(-keptPlays);
  }
  return { loops, problems: problems.list() };
}

function noteBreaches(
  problems: ProblemSums,
  bookings: ReadonlyMap<BookingId, LoopBooking>,
  before: Loop,
  loop: Loop,
): void {
  problems.nextLoop();
  for (const [index, id] of loop.entries()) {
    if (id === null) continue;
    for (const breach of breachesAt({ bookings, before }, loop.slice(0, index), id)) {
      if (breach.kind === 'gap') problems.breached({ kind: 'gap', bookingId: id });
      else problems.breached({ kind: 'separation', bookingId: id, otherId: breach.otherId });
    }
  }
}

type Breached =
  | { readonly kind: 'gap'; readonly bookingId: BookingId }
  | { readonly kind: 'separation'; readonly bookingId: BookingId; readonly otherId: BookingId };
