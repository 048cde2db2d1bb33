import { drawSpace } from '../../../core/decision/draw/random.ts';
import type { CapTable } from '../../../core/pacing/cap-table.ts';
import { awaitsPlan, createDeliveryState, type DeliveryState, stops } from '../../../core/pacing/delivery-state.ts';
import { noRotations } from '../../../core/rotation/planned-rotation.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { BookingId } from '../../../core/vocabulary/ids.ts';
import type { LatestPlan } from '../../../exchange/plan/latest-plan.ts';

/** Returns the delivery state of all delivery processes together according to the plan. */
export function stateOfPlan(snapshot: Snapshot, plan: LatestPlan | null, caps: CapTable): DeliveryState {
  const state = createDeliveryState(snapshot, caps);
  state.rotations = plan?.rotations ?? noRotations;
  for (const [id, { part, left, budget }] of plan?.bookings ?? []) {
    const booking = snapshot.bookingById.get(id as BookingId);
    if (booking === undefined) continue;
    const { delivery } = booking.row;
    if (awaitsPlan(delivery)) state.acceptance[booking.bookingIndex] = Math.floor(part * drawSpace);
    const goal = delivery.method === 'share_of_voice' ? undefined : delivery.goal;
    const isGoalReached = goal !== undefined && left <= 0;
    const isBudgetSpent = budget !== null && budget.left <= 0;
    if (!isGoalReached && !isBudgetSpent) continue;
    const reason = isBudgetSpent || goal?.kind === 'spend' ? 'BUDGET_SPENT' : 'GOAL_REACHED';
    state.stopped[booking.bookingIndex] = stops.indexOf(reason);
  }
  return state;
}
