import { counterOfGoal, type EventCounter } from '../../core/pricing/billable-events.ts';
import { eventsForBudget, type Price } from '../../core/pricing/price-model.ts';
import type { StoredDelivery } from '../../platform/db/schema.ts';

export type StoredGoal = NonNullable<StoredDelivery['goal']>;

/** Number of events after which a booking stops. */
export type EventGoal = { readonly counter: EventCounter; readonly total: number };

/**
 * Returns a goal as a number of events. A budget is rounded down to the events it pays for, so that it is never
 * exceeded; null: no price.
 * @example goalInEvents({ kind: 'spend', total: 10_000_000 }, { model: 'cpm', rateMicros: 3_000_000 }) // 3,333
 * impressions
 */
export function goalInEvents(goal: StoredGoal, price: Price | null): EventGoal | null {
  if (goal.kind !== 'spend') return { counter: counterOfGoal[goal.kind], total: goal.total };
  return price === null ? null : eventsForBudget(goal.total, price);
}
