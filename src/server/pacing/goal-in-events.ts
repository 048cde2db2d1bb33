import type { StoredDelivery } from '../db/schema.ts';
import { counterOfKind, type GoalCounter } from '../pacing-file/plan-file.ts';

export type StoredGoal = NonNullable<StoredDelivery['goal']>;

/** What a booking is paid for. */
export type StoredPrice = { readonly model: string; readonly rateMicros: number };

/** After how many of which event a booking has done its work. */
export type EventGoal = { readonly counter: GoalCounter; readonly total: number };

/**
 * A goal as a number of events. A budget is the most events that it pays for, rounded down, so that it is never
 * overspent by its rounding; null: it has no price to count by.
 * @example goalInEvents({ kind: 'spend', total: 10_000_000 }, { model: 'cpm', rateMicros: 3_000_000 }) // 3,333 impressions
 */
export function goalInEvents(goal: StoredGoal, price: StoredPrice | null): EventGoal | null {
  if (goal.kind !== 'spend') return { counter: counterOfKind[goal.kind], total: goal.total };
  if (price === null || price.rateMicros <= 0) return null;
  if (price.model === 'cpc') return { counter: 'clicks', total: Math.floor(goal.total / price.rateMicros) };
  if (price.model !== 'cpm') return null;
  // The product of a budget and a thousand may be beyond the whole numbers of a float.
  return { counter: 'impressions', total: Number((BigInt(goal.total) * 1000n) / BigInt(price.rateMicros)) };
}

/** What so many events cost, in micro-units rounded down: the other way round. */
export function costInMicros(events: number, price: StoredPrice): number {
  const micros = BigInt(events) * BigInt(price.rateMicros);
  return Number(price.model === 'cpm' ? micros / 1000n : micros);
}
