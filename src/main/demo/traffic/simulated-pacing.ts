import type { AdRequest } from '../../../core/decision/ad-request.ts';
import type { Decision } from '../../../core/decision/decision.ts';
import type { DeliveryState } from '../../../core/pacing/delivery-state.ts';
import { counterOfEvent, noCounts } from '../../../core/pricing/billable-events.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { DeliveryPacing } from '../../../delivery/decide/pacing/delivery-pacing.ts';
import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import type { PastHour, Traffic } from '../../../exchange/plan/traffic.ts';
import { createPlanSteps } from '../../../worker/pace/plan-steps.ts';
import type { PacedBooking } from '../../../worker/pace/read-paced-bookings.ts';

/** Pacing of one simulated delivery process, with the code of the product and without files and timers. */
export type SimulatedPacing = {
  /** Makes the plan of a step and follows it. */
  plan(nowMs: number, elapsedMs: number): Promise<void>;
  stateFor(): DeliveryState;
  noteDecision(request: AdRequest, decided: Decision): void;
  noteDelivered(event: DeliveryEvent): void;
  learned(): { readonly traffic: Traffic; readonly pastHours: readonly PastHour[] };
};

const processId = 'simulated';

export function createSimulatedPacing(bookings: readonly PacedBooking[], snapshot: Snapshot): SimulatedPacing {
  const pacing = new DeliveryPacing({ processId, processes: 1, current: () => snapshot });
  const traffic: Traffic = new Map();
  const steps = createPlanSteps(traffic, null);
  const delivered = new Map(bookings.map(({ bookingId }) => [bookingId, noCounts()]));
  const spend = { spentByCampaign: new Map<number, number>(), lastDays: new Map<number, string>() };
  const counted = new Set<string>();
  const pastHours: PastHour[] = [];
  return {
    async plan(nowMs, elapsedMs) {
      const files = [{ processId, at: Date.now(), times: pacing.cut(nowMs) }];
      const step = await steps.next({ files, bookings, delivered, spend, nowMs, elapsedMs });
      pastHours.push(...step.past);
      pacing.follow(step.plan, nowMs);
    },
    stateFor: () => pacing.stateFor(snapshot),
    noteDecision: (request, decided) => pacing.noteDecision(snapshot, request, decided),
    noteDelivered(event) {
      const { bookingId, eventId, filtered } = event;
      const counter = counterOfEvent(event);
      const counts = delivered.get(bookingId);
      if (counter === null || filtered !== null || counts === undefined || counted.has(eventId)) return;
      counted.add(eventId);
      pacing.noteDelivered({ ...event, counter });
      delivered.set(bookingId, { ...counts, [counter]: counts[counter] + 1 });
    },
    learned: () => ({ traffic, pastHours }),
  };
}
