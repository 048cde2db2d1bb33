import type { DeliveryState } from '../../pacing/delivery-state.ts';
import type { Candidate } from '../../snapshot/snapshot.ts';
import { askedRules, isRefused } from '../eligible.ts';
import type { EvaluationContext } from '../rules/rule.ts';
import type { ClaimTable } from '../tables/claim-table.ts';
import { drawTicket } from './random.ts';

/** One slot in basis points. */
const wholeSlot = 10_000;
/** Limit of the debt of a booking that could not receive its share: it can recover at most two consecutive slots. */
const mostDebt = 2 * wholeSlot;

export type ClaimChoice = {
  readonly moment: EvaluationContext;
  readonly state: DeliveryState;
};

/**
 * Returns the booking that wins before the shares are drawn: a share of voice that is due, else one of the goals
 * according to its claim; null: the slot is open to all others. Updates the share-of-voice debts. Source: product
 * decisions 5.3; docs/decisions/0012-delivery-state.md.
 */
export function chooseClaim({ voices, goals }: ClaimTable, choice: ClaimChoice): Candidate | null {
  return (
    (voices.members.length === 0 ? null : chooseVoice(voices, choice)) ??
    (goals.members.length === 0 ? null : chooseGoal(goals, choice))
  );
}

/**
 * Error diffusion: each request adds its share to the debt of every eligible booking, and a win subtracts a whole slot.
 * Among bookings with a debt, the one that would reach a whole slot first wins. Bookings that have already reached it
 * precede, by priority.
 */
function chooseVoice({ members, rules }: ClaimTable['voices'], { moment, state }: ClaimChoice): Candidate | null {
  const { voiceDebts } = state;
  const asked = askedRules(moment);
  let best: Candidate | null = null;
  let bestDeadline = Number.POSITIVE_INFINITY;
  for (let memberIndex = 0; memberIndex < members.length; memberIndex += 1) {
    const candidate = members.at(memberIndex);
    if (isRefused(candidate, moment, (rules[memberIndex] as number) & asked)) continue;
    const part = basisPointsOf(candidate);
    const debt = (voiceDebts[candidate.bookingIndex] as number) + part;
    voiceDebts[candidate.bookingIndex] = Math.min(debt, mostDebt);
    if (debt <= 0) continue;
    const deadline = debt >= wholeSlot ? -1 : Math.floor((wholeSlot - debt) / part);
    // Candidates are in order of priority, so the first of equal ones wins.
    if (deadline < bestDeadline) {
      best = candidate;
      bestDeadline = deadline;
    }
  }
  if (best !== null) voiceDebts[best.bookingIndex] = (voiceDebts[best.bookingIndex] as number) - wholeSlot;
  return best;
}

/** Claims are contiguous intervals in order of priority and end. Claims beyond the last ticket are not served. */
function chooseGoal(
  { members, bookingIndexes, rules }: ClaimTable['goals'],
  { moment, state }: ClaimChoice,
): Candidate | null {
  const { acceptance } = state;
  const ticket = drawTicket(moment.seed, moment.slotIndex, 'claim');
  let most = 0;
  for (let index = 0; index < bookingIndexes.length; index += 1) {
    most += acceptance[bookingIndexes[index] as number] as number;
  }
  // The ticket is above the sum of all claims, so eligibility need not be checked.
  if (ticket >= most) return null;
  let rest = ticket;
  const asked = askedRules(moment);
  for (let memberIndex = 0; memberIndex < members.length; memberIndex += 1) {
    const claimed = acceptance[bookingIndexes[memberIndex] as number] as number;
    if (claimed === 0) continue;
    const candidate = members.at(memberIndex);
    if (isRefused(candidate, moment, (rules[memberIndex] as number) & asked)) continue;
    rest -= claimed;
    if (rest < 0) return candidate;
  }
  return null;
}

/** Returns the share of voice in basis points; 0: the booking has a goal instead. */
export function basisPointsOf({ booking: { delivery } }: Candidate): number {
  return delivery.method === 'share_of_voice' ? delivery.basisPoints : 0;
}
