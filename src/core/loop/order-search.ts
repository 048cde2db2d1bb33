import { type ArrangeTask, arrangements, type SearchBudget } from './arrange-loop.ts';
import type { Loop } from './loop-booking.ts';

/**
 * Number of slots that the search for one loop may try, and all searches of a plan together. Limits the search to a
 * fraction of a second.
 */
const triesPerLoop = 5_000;
const triesPerPlan = 200_000;
/** Number of alternative orders of the previous loop that are tried when the next loop has no valid order. */
const otherOrders = 10;

/** Searches orders without violations. Caches results, because the loops of a day repeat. */
export class OrderSearch {
  readonly #known = new Map<string, Loop | null>();
  #triesLeft = triesPerPlan;

  /** Returns the most even order; null: none found. */
  first(task: ArrangeTask): Loop | null {
    const bookings = [...task.bookings.values()].map(({ id, minGap, exclusionLabels, pins }) => [
      id,
      minGap,
      exclusionLabels,
      pins,
    ]);
    const key = JSON.stringify([task.slots, [...task.plays], task.before, bookings]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const [found = null] = this.#orders(task, 1);
    this.#known.set(key, found);
    return found;
  }

  /** Returns several orders, the most even first. */
  all(task: ArrangeTask): readonly Loop[] {
    return this.#orders(task, otherOrders);
  }

  #orders(task: ArrangeTask, most: number): readonly Loop[] {
    const budget: SearchBudget = { left: Math.min(triesPerLoop, this.#triesLeft) };
    const before = budget.left;
    const orders: Loop[] = [];
    for (const order of arrangements(task, budget)) {
      orders.push(order);
      if (orders.length === most) break;
    }
    this.#triesLeft -= before - budget.left;
    return orders;
  }
}
