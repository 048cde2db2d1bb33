import { drawSpace } from '../../../core/decision/draw/random.ts';
import type { CapTable } from '../../../core/pacing/cap-table.ts';
import { createDeliveryState, type DeliveryState, stops } from '../../../core/pacing/delivery-state.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { BookingId } from '../../../core/vocabulary/ids.ts';
import type { LatestPlan } from '../../../exchange/plan/latest-plan.ts';

/** Returns the delivery state of all delivery processes together according to the plan. */
export function stateOfPlan(snapshot: Snapshot, plan: LatestPlan | null, caps: CapTable): DeliveryState {
  const state = createDeliveryState(snapshot, caps);
  for (const [id, { part, left }] of plan?.bookings ?? []) {
    const booking = snapshot.bookingById.get(id as BookingId);
    if (booking === undefined) continue;
    const { delivery } = booking.row;
    if (delivery.method === 'even' || delivery.method === 'asap') {
      state.acceptance[booking.bookingIndex] = Math.floor(part * drawSpace);
    }
    const isBudget = 'goal' in delivery && delivery.goal?.kind === 'spend';
    if (left <= 0) state.stopped[booking.bookingIndex] = stops.indexOf(isBudget ? 'BUDGET_SPENT' : 'GOAL_REACHED');
  }
  return state;
}
