import { hashViewer } from '../../pacing/cap-table.ts';
import { stops } from '../../pacing/delivery-state.ts';
import { reachedCap, type Viewer } from '../../pacing/frequency-cap.ts';
import type { Candidate } from '../../snapshot/snapshot.ts';
import type { BookingDelivery } from '../../snapshot/snapshot-rows.ts';
import { drawPace, drawSpace } from '../random.ts';
import type { Moment, Rule } from './rule.ts';

/** How often one viewer may see a booking. */
export const capRule: Rule = {
  reason: 'CAP_REACHED',
  concerns: ({ isCapped }) => isCapped,
  allows: (candidate, moment) => !candidate.isCapped || capWords(candidate, moment) === null,
  expected: (candidate, moment) => capWords(candidate, moment)?.expected ?? '',
  actual: (candidate, moment) => capWords(candidate, moment)?.actual ?? '',
};

/** What is left of a booking's goal, and how fast it may be used. */
export const goalRules: readonly Rule[] = [
  ...(['GOAL_REACHED', 'BUDGET_SPENT'] as const).map(
    (reason): Rule => ({
      reason,
      concerns: hasGoal,
      allows: ({ bookingIndex }, { state }) => state === null || stops[state.stopped[bookingIndex] ?? 0] !== reason,
      expected: ({ booking }) => goalText(booking.delivery),
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
      state === null ? 'none' : `ticket ${drawPace(seed, slotIndex, booking.id)}`,
  },
];

/** Whom a cap counts; null: nobody knows. */
export function viewerOf({ request, nowMs, local }: Moment): Viewer | null {
  const viewerKey = request.context?.viewerKey;
  return viewerKey === undefined ? null : { hash: hashViewer(viewerKey), nowMs, local };
}

/** Why a capped booking is not shown; null: it may be. Who cannot be told from others cannot be counted. */
function capWords({ booking }: Candidate, moment: Moment) {
  const { state } = moment;
  const known = viewerOf(moment);
  if (state === null || known === null) return { expected: 'a viewer that can be counted', actual: 'unknown' };
  const cap = reachedCap(state.caps, booking, known);
  return cap === null ? null : { expected: `less than ${cap.most} per ${cap.scope}`, actual: 'reached' };
}

function hasGoal({ booking: { delivery } }: Candidate): boolean {
  return delivery.method === 'share_of_voice' || delivery.goal !== undefined;
}

function goalText(delivery: BookingDelivery): string {
  if (delivery.method === 'share_of_voice' || delivery.goal === undefined) return '';
  return `less than ${delivery.goal.total} ${delivery.goal.kind}`;
}

/** A claim is paced by its claim; of the others a goal may ask only a part of the slots. */
function isAsked(candidate: Candidate, { state, seed, slotIndex }: Moment): boolean {
  if (!hasGoal(candidate)) return true;
  if (state === null) return false;
  const { delivery, id } = candidate.booking;
  if (delivery.method !== 'share' && delivery.method !== 'fill') return true;
  const acceptance = state.acceptance[candidate.bookingIndex] as number;
  return acceptance >= drawSpace || drawPace(seed, slotIndex, id) < acceptance;
}
