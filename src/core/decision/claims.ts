import type { DeliveryState } from '../pacing/delivery-state.ts';
import type { Candidate, SnapshotPosition } from '../snapshot/snapshot.ts';
import { everyMomentRule, isRefused, type Moment } from './eligible.ts';
import type { Seed } from './random.ts';
import { drawTicket } from './random.ts';

/** One slot in basis points. */
const wholeSlot = 10_000;
/** A booking that could not be given its part is given it later, but never more than two slots in a row for it. */
const mostDebt = 2 * wholeSlot;

export type ClaimChoice = {
  readonly moment: Moment;
  readonly state: DeliveryState;
  readonly seed: Seed;
  readonly slotIndex: number;
};

/**
 * The booking whose turn it is before the rest is shared: a part of voice that is due, else one of the goals by the part
 * of the requests that it claims; null: the slot is for the others. Debts of share of voice move on.
 * Source: product decisions 5.3; docs/decisions/0012-delivery-state.md.
 */
export function chooseClaim(position: SnapshotPosition, choice: ClaimChoice): Candidate | null {
  const claims = claimsOf(position);
  if (claims.length === 0) return null;
  const eligible = claims.filter((candidate) => !isRefused(candidate, choice.moment, everyMomentRule));
  return chooseVoice(eligible, choice.state) ?? chooseGoal(eligible, choice);
}

/**
 * Error diffusion: each request adds its part to the debt of every eligible booking, winning takes a whole slot off it.
 * Among those with a debt the one wins that would first be a whole slot behind; who already is goes before, by priority.
 */
function chooseVoice(eligible: readonly Candidate[], { voiceDebts }: DeliveryState): Candidate | null {
  let best: Candidate | null = null;
  let bestDeadline = Number.POSITIVE_INFINITY;
  for (const candidate of eligible) {
    const part = basisPointsOf(candidate);
    if (part === 0) continue;
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
function chooseGoal(eligible: readonly Candidate[], { state, seed, slotIndex }: ClaimChoice): Candidate | null {
  let rest = drawTicket(seed, slotIndex, 'claim');
  for (const candidate of eligible) {
    if (basisPointsOf(candidate) > 0) continue;
    rest -= state.acceptance[candidate.bookingIndex] as number;
    if (rest < 0) return candidate;
  }
  return null;
}

/** Part of voice in basis points; 0: it has a goal instead. */
export function basisPointsOf({ booking: { delivery } }: Candidate): number {
  return delivery?.method === 'share_of_voice' ? delivery.basisPoints : 0;
}

const claimsByPosition = new WeakMap<SnapshotPosition, readonly Candidate[]>();

/** Bookings of a position that claim a part of it, in order of priority, end (open last) and id. */
function claimsOf(position: SnapshotPosition): readonly Candidate[] {
  const known = claimsByPosition.get(position);
  if (known !== undefined) return known;
  const end = ({ booking }: Candidate): number => booking.endMs ?? Number.MAX_SAFE_INTEGER;
  const claims = position.groups
    .flatMap((group) => group.claims)
    .sort((a, b) => a.booking.priority - b.booking.priority || end(a) - end(b) || a.bookingIndex - b.bookingIndex);
  claimsByPosition.set(position, claims);
  return claims;
}
