import type { DeliveryState } from '../../pacing/delivery-state.ts';
import type { Candidate } from '../../snapshot/snapshot.ts';
import { askedRules, isRefused } from '../eligible.ts';
import type { DecisionMoment } from '../rules/rule.ts';
import type { ClaimTable } from '../tables/claim-table.ts';
import { drawTicket } from './random.ts';

/** One slot in basis points. */
const wholeSlot = 10_000;
/** A booking that could not be given its part is given it later, but never more than two slots in a row for it. */
const mostDebt = 2 * wholeSlot;

export type ClaimChoice = {
  readonly moment: DecisionMoment;
  readonly state: DeliveryState;
};

/**
 * The booking whose turn it is before the rest is shared: a part of voice that is due, else one of the goals by the part
 * of the requests that it claims; null: the slot is for the others. Debts of share of voice move on.
 * Source: product decisions 5.3; docs/decisions/0012-delivery-state.md.
 */
export function chooseClaim({ voices, goals }: ClaimTable, choice: ClaimChoice): Candidate | null {
  return (
    (voices.members.length === 0 ? null : chooseVoice(voices, choice)) ??
    (goals.members.length === 0 ? null : chooseGoal(goals, choice))
  );
}

/**
 * Error diffusion: each request adds its part to the debt of every eligible booking, winning takes a whole slot off it.
 * Among those with a debt the one wins that would first be a whole slot behind; who already is goes before, by priority.
 */
function chooseVoice({ members, rules }: ClaimTable['voices'], { moment, state }: ClaimChoice): Candidate | null {
  const { voiceDebts } = state;
  const asked = askedRules(moment);
  let best: Candidate | null = null;
  let bestDeadline = Number.POSITIVE_INFINITY;
  for (const [place, candidate] of members.entries()) {
    if (isRefused(candidate, moment, (rules[place] as number) & asked)) continue;
    const part = basisPointsOf(candidate);
    const debt = (voiceDebts[candidate.bookingIndex] as number) + part;
    voiceDebts[candidate.bookingIndex] = Math.min(debt, mostDebt);
    if (debt <= 0) continue;
    const deadline = debt >= wholeSlot ? -1 : Math.floor((wholeSlot - debt) / part);
    // Candidates come in order of priority, so the first of equals is the right one.
    if (deadline < bestDeadline) {
      best = candidate;
      bestDeadline = deadline;
    }
  }
  if (best !== null) voiceDebts[best.bookingIndex] = (voiceDebts[best.bookingIndex] as number) - wholeSlot;
  return best;
}

/** High-water mark: claims lie side by side in order of priority and end; what lies beyond the last ticket is not served. */
function chooseGoal({ members, rules }: ClaimTable['goals'], { moment, state }: ClaimChoice): Candidate | null {
  const { acceptance } = state;
  const ticket = drawTicket(moment.seed, moment.slotIndex, 'claim');
  let most = 0;
  for (const { bookingIndex } of members) most += acceptance[bookingIndex] as number;
  // Beyond all claims together, so nobody need be asked whether it is eligible.
  if (ticket >= most) return null;
  let rest = ticket;
  const asked = askedRules(moment);
  for (const [place, candidate] of members.entries()) {
    const claimed = acceptance[candidate.bookingIndex] as number;
    if (claimed === 0 || isRefused(candidate, moment, (rules[place] as number) & asked)) continue;
    rest -= claimed;
    if (rest < 0) return candidate;
  }
  return null;
}

/** Part of voice in basis points; 0: it has a goal instead. */
export function basisPointsOf({ booking: { delivery } }: Candidate): number {
  return delivery.method === 'share_of_voice' ? delivery.basisPoints : 0;
}
