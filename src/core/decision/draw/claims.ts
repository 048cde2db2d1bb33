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

/** Returns the booking that `chooseClaim` would return, without updating the debts. */
export function claimantOf({ voices, goals }: ClaimTable, choice: ClaimChoice): Candidate | null {
  return (
    (voices.members.length === 0 ? null : dueVoice(voices, choice, 'read')) ??
    (goals.members.length === 0 ? null : chooseGoal(goals, choice))
  );
}

/** Updates the debts for a slot that a roadblock holds: no share of voice can win it. */
export function creditVoices({ voices }: ClaimTable, choice: ClaimChoice): void {
  if (voices.members.length > 0) dueVoice(voices, choice, 'credit');
}

/**
 * Error diffusion: each request adds its share to the debt of every eligible booking, and a win subtracts a whole slot.
 */
function chooseVoice(voices: ClaimTable['voices'], choice: ClaimChoice): Candidate | null {
  const { voiceDebts } = choice.state;
  const due = dueVoice(voices, choice, 'credit');
  if (due !== null) voiceDebts[due.bookingIndex] = (voiceDebts[due.bookingIndex] as number) - wholeSlot;
  return due;
}

/**
 * Returns the booking whose share of voice is due. Among bookings with a debt, the one that would reach a whole slot
 * first is due. Bookings that have already reached it precede, by priority.
 * @param mode `credit`: adds the share of this slot to the debts
 */
function dueVoice(
  { members, rules, roadblocks }: ClaimTable['voices'],
  { moment, state }: ClaimChoice,
  mode: 'credit' | 'read',
): Candidate | null {
  const { voiceDebts } = state;
  const asked = askedRules(moment);
  if (mode === 'credit') judgeRoadblocksFirst(roadblocks, moment);
  let best: Candidate | null = null;
  let bestDeadline = Number.POSITIVE_INFINITY;
  for (let memberIndex = 0; memberIndex < members.length; memberIndex += 1) {
    const candidate = members.at(memberIndex);
    if (isRefused(candidate, moment, (rules[memberIndex] as number) & asked)) continue;
    const part = basisPointsOf(candidate);
    const debt = (voiceDebts[candidate.bookingIndex] as number) + part;
    if (mode === 'credit') voiceDebts[candidate.bookingIndex] = Math.min(debt, mostDebt);
    if (debt <= 0) continue;
    const deadline = debt >= wholeSlot ? -1 : Math.floor((wholeSlot - debt) / part);
    // Candidates are in order of priority, so the first of equal ones wins.
    if (deadline < bestDeadline) {
      best = candidate;
      bestDeadline = deadline;
    }
  }
  return best;
}

/** What a roadblock can get depends on the debts before this slot changes them. */
function judgeRoadblocksFirst(roadblocks: ClaimTable['voices']['roadblocks'], moment: EvaluationContext): void {
  for (const candidate of roadblocks) moment.page?.stateOf(candidate, moment);
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
