import { stops } from '../../pacing/delivery-state.ts';
import { refusingCap, subjectOf, type Viewer, viewerOfContext } from '../../pacing/frequency-cap.ts';
import type { Candidate } from '../../snapshot/snapshot.ts';
import type { BookingDelivery } from '../../snapshot/snapshot-rows.ts';
import type { CapSubject } from '../../vocabulary/cap-subjects.ts';
import { drawPace, drawSpace } from '../draw/random.ts';
import { isRoadblock } from './roadblock-rules.ts';
import type { EvaluationContext, Rule } from './rule.ts';

/** Frequency caps per viewer, household, screen and other subjects. */
export const capRule: Rule = {
  reason: 'CAP_REACHED',
  concerns: ({ isCapped }) => isCapped,
  allows: (candidate, moment) => !candidate.isCapped || capWords(candidate, moment) === null,
  expected: (candidate, moment) => capWords(candidate, moment)?.expected ?? '',
  actual: (candidate, moment) => capWords(candidate, moment)?.actual ?? '',
};

/** Remaining goal of a booking, and its pacing. */
export const goalRules: readonly Rule[] = [
  ...(['GOAL_REACHED', 'BUDGET_SPENT'] as const).map(
    (reason): Rule => ({
      reason,
      concerns: hasGoal,
      allows: ({ bookingIndex }, { state }) => state === null || stops[state.stopped[bookingIndex] ?? 0] !== reason,
      expected: ({ booking }) =>
        reason === 'BUDGET_SPENT' ? budgetText(booking.delivery) : goalText(booking.delivery),
      actual: () => 'reached',
    }),
  ),
  {
    reason: 'PACED',
    concerns: hasGoal,
    allows: isAsked,
    expected: ({ bookingIndex }, { state }) =>
      state === null ? 'a delivery state' : `a ticket below ${state.acceptance[bookingIndex]}`,
    actual: ({ booking }, { state, seed, slotIndex }) =>
      state === null ? 'none' : `ticket ${drawPace(seed, paceSlot(booking, slotIndex), booking.id)}`,
  },
];

/** Returns the viewer that caps count. */
export function viewerOf({ request, nowMs, local }: EvaluationContext): Viewer {
  return viewerOfContext(request.context, { nowMs, local });
}

/** Reports whether the caps of a roadblock allow a slot in addition to the slots that it gets before. */
export function capsAllowSlot(candidate: Candidate, moment: EvaluationContext, planned: number): boolean {
  const { state, taken } = moment;
  if (!candidate.isCapped) return true;
  return state !== null && refusingCap(state.caps, candidate.booking, viewerOf(moment), taken, planned) === null;
}

/** Returns the reason why a frequency cap rejects a booking; null: no cap does. */
function capWords({ booking }: Candidate, moment: EvaluationContext) {
  const { state, taken } = moment;
  if (state === null) return { expected: 'a delivery state', actual: 'none' };
  const refusing = refusingCap(state.caps, booking, viewerOf(moment), taken);
  if (refusing === null) return null;
  const { cap, shown } = refusing;
  if (cap.scope === 'request') return { expected: `fewer than ${cap.most} per request`, actual: String(shown) };
  const subject = subjectWords[subjectOf(cap)];
  if (shown === null) return { expected: `an identifiable ${subject}`, actual: 'unknown' };
  const expected = `fewer than ${cap.most} per ${cap.scope} for one ${subject}`;
  return { expected, actual: Number.isFinite(shown) ? String(shown) : 'cannot be counted now' };
}

const subjectWords = {
  viewer: 'viewer',
  first_party: 'first-party user',
  session: 'session',
  household: 'household',
  store: 'store',
  screen: 'screen',
} as const satisfies Record<CapSubject, string>;

function hasGoal({ booking: { delivery } }: Candidate): boolean {
  return delivery.method === 'share_of_voice' || delivery.goal !== undefined || delivery.hasBudget === true;
}

function goalText(delivery: BookingDelivery): string {
  if (delivery.method === 'share_of_voice' || delivery.goal === undefined) return '';
  return `below ${delivery.goal.total} ${delivery.goal.kind}`;
}

function budgetText(delivery: BookingDelivery): string {
  return delivery.hasBudget === true ? 'a remaining budget' : goalText(delivery);
}

/** Bookings with a claim are paced by it. Other bookings with a goal may take part in a fraction of the slots only. */
function isAsked(candidate: Candidate, { state, seed, slotIndex }: EvaluationContext): boolean {
  if (!hasGoal(candidate)) return true;
  if (state === null) return false;
  const { delivery, id } = candidate.booking;
  if (delivery.method !== 'share' && delivery.method !== 'fill') return true;
  const acceptance = state.acceptance[candidate.bookingIndex] as number;
  return acceptance >= drawSpace || drawPace(seed, paceSlot(candidate.booking, slotIndex), id) < acceptance;
}

/** A roadblock takes part in all slots of a request or in none. */
function paceSlot(booking: Candidate['booking'], slotIndex: number): number {
  return isRoadblock(booking) ? 0 : slotIndex;
}
