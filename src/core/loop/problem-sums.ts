import type { BookingId } from '../words/ids.ts';
import type { LoopProblem } from './loop-booking.ts';

type Breached =
  | { readonly kind: 'gap'; readonly bookingId: BookingId }
  | { readonly kind: 'separation'; readonly bookingId: BookingId; readonly otherId: BookingId };

/** Adds problems up over loops. */
export class ProblemSums {
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
