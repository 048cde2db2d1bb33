import type { Booking } from '../../../client/generated/types.gen.ts';
import { counterOfGoal } from '../../../core/pricing/billable-events.ts';
import { countText, moneyText } from '../../labels/figures.ts';

type WithGoal = Pick<Booking, 'delivered' | 'progress'> & { readonly delivery: Pick<Booking['delivery'], 'goal'> };

/** The state of a goal, as texts in the unit of the goal. */
export type GoalFigures = {
  readonly delivered: string;
  readonly total: string;
  /** The part that should be delivered by now. null: no expectation. */
  readonly planned: string | null;
};

/** The state of the goal of a booking: `154`, `4,000` and `2,297`. null: no goal. */
export function goalFigures({ delivery: { goal }, delivered, progress }: WithGoal): GoalFigures | null {
  if (goal === null) return null;
  const expectedPercent = progress?.expectedPercent ?? null;
  const plannedOf = (total: number) => (expectedPercent === null ? null : (total * expectedPercent) / 100);
  if (goal.kind === 'spend') {
    const planned = plannedOf(Number(goal.total.amount));
    return {
      delivered: moneyText(delivered.spend ?? { ...goal.total, amount: '0' }),
      total: moneyText(goal.total),
      planned: planned === null ? null : moneyText({ ...goal.total, amount: String(planned) }),
    };
  }
  const planned = plannedOf(goal.total);
  return {
    delivered: countText(delivered[counterOfGoal[goal.kind]]),
    total: countText(goal.total),
    planned: planned === null ? null : countText(Math.round(planned)),
  };
}
