import type { Booking } from '../../client/generated/types.gen.ts';
import { counterOfGoal } from '../../core/pricing/billable-events.ts';
import { priceModels } from '../../core/pricing/price-model.ts';

type Priced = Pick<Booking, 'delivery' | 'pricing' | 'progress'>;

/**
 * The value of the events that a booking should have delivered by now and has not. null: no goal, no expectation, or a
 * price that does not depend on the events of the goal.
 * @example 1,000 of 10,000 impressions at EUR 5.00 CPM, 30 % expected: EUR 10.00
 */
export function revenueBehindPlan({
  delivery,
  pricing,
  progress,
}: Priced): { amount: number; currency: string } | null {
  const { goal } = delivery;
  if (goal === null || pricing === null || progress === null || progress.expectedPercent === null) return null;
  const missingPart = Math.max(0, progress.expectedPercent - progress.deliveredPercent) / 100;
  const { amount, currency } = pricing.rate;
  if (goal.kind === 'spend') return { amount: missingPart * Number(goal.total.amount), currency };
  const { unit } = priceModels[pricing.model];
  if (unit.per !== 'events' || unit.counter !== counterOfGoal[goal.kind]) return null;
  return { amount: (missingPart * goal.total * Number(amount)) / unit.events, currency };
}

/** Sorts bookings by the revenue behind plan, highest first. Bookings without one are last. */
export function byRevenueBehindPlan<Row extends Priced>(bookings: readonly Row[]): readonly Row[] {
  const amountOf = (booking: Row) => revenueBehindPlan(booking)?.amount ?? -1;
  return [...bookings].sort((a, b) => amountOf(b) - amountOf(a));
}
