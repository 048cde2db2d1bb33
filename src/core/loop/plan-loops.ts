/*
 * Loops of screens: who plays when.
 *
 * - `plan-loops.ts`: one loop after the other, with the distances that bookings need.
 * - `arrange-loop.ts`, `order-search.ts`: the order within a loop. `plan-day.ts`: a whole local day.
 * - `screen-bookings.ts`, `screen-terms.ts`, `opening-hours.ts`: which bookings and times belong to a screen.
 *
 * Used by playlists in delivery and by the loop page of the interface. See docs/decisions/0115-loops.md.
 */

import type { BookingId } from '../words/ids.ts';
import { type ArrangeTask, arrangeAnyhow, breachesAt } from './arrange-loop.ts';
import { PlayCounter } from './count-plays.ts';
import type { Loop, LoopBooking, LoopProblem } from './loop-booking.ts';
import { OrderSearch } from './order-search.ts';

/** Adds problems up over loops. */
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

/** Plays that are remembered: more than any gap. */
const keptPlays = 8_000;

/** One loop to be planned: how many slots it has, and who runs in it. */
export type LoopTask = { readonly slots: number; readonly bookings: readonly LoopBooking[] };

export type LoopPlan = {
  /** As many as tasks, in their order. */
  readonly loops: readonly Loop[];
  /** Every rule that was not kept, by booking. */
  readonly problems: readonly LoopProblem[];
};

/**
 * Plans loops that follow each other. Every play that was bought is given, competitors never follow each other, and each
 * booking keeps its distance; what cannot be kept is named.
 * Equal arguments give an equal plan.
 * Source: docs/decisions/0115-loops.md.
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
    // Another order of the loop before may leave room for this one.
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
  for (const [place, id] of loop.entries()) {
    if (id === null) continue;
    for (const breach of breachesAt({ bookings, before }, loop.slice(0, place), id)) {
      if (breach.kind === 'gap') problems.breached({ kind: 'gap', bookingId: id });
      else problems.breached({ kind: 'separation', bookingId: id, otherId: breach.otherId });
    }
  }
}

type Breached =
  | { readonly kind: 'gap'; readonly bookingId: BookingId }
  | { readonly kind: 'separation'; readonly bookingId: BookingId; readonly otherId: BookingId };
