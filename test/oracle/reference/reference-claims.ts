import type { Seed } from '../../../src/core/decision/draw/random.ts';
import type { BookingRow } from '../../../src/core/snapshot/snapshot-rows.ts';
import { referenceTicket } from './reference-draw.ts';
import { type ReferenceState, referenceAsked } from './reference-state.ts';

/** One slot in basis points. */
const slot = 10_000;

/**
 * Selects the share of voice that is due. null: none. Increases the deficit of every eligible share of voice afterward.
 * @param eligible the bookings that no rule refuses
 * @param mode `wait`: a roadblock has the slot, so none can win it
 * Source: product decisions 5.3; docs/decisions/0012-delivery-state.md.
 */
export function referenceVoice(
  eligible: readonly BookingRow[],
  state: ReferenceState,
  mode: 'win' | 'wait',
): BookingRow | null {
  return voiceInTurn(inOrder(eligible).filter(isVoice), state, mode);
}

/** Selects the goal that claims the slot. null: none. */
export function referenceGoal(
  eligible: readonly BookingRow[],
  state: ReferenceState,
  { seed, slotIndex }: { readonly seed: Seed; readonly slotIndex: number },
): BookingRow | null {
  return goalInTurn(inOrder(eligible).filter(claims), state, referenceTicket(seed, slotIndex, 'claim'));
}

export function isVoice({ delivery }: BookingRow): boolean {
  return delivery?.method === 'share_of_voice';
}

function inOrder(eligible: readonly BookingRow[]): readonly BookingRow[] {
  return eligible.toSorted((a, b) => a.priority - b.priority || endOf(a) - endOf(b) || a.id - b.id);
}

/** Returns whether the booking claims slots before shares are drawn. */
export function claimsPart({ delivery }: BookingRow): boolean {
  return delivery !== undefined && ['share_of_voice', 'even', 'asap'].includes(delivery.method);
}

function claims({ delivery }: BookingRow): boolean {
  return delivery?.method === 'even' || delivery?.method === 'asap';
}

function voiceInTurn(voices: readonly BookingRow[], { owed }: ReferenceState, mode: 'win' | 'wait'): BookingRow | null {
  const waiting = voices.map((booking) => {
    const part = partOf(booking);
    const behind = (owed.get(booking.id) ?? 0) + part;
    owed.set(booking.id, Math.min(2 * slot, behind));
    return { booking, behind, patience: patienceOf(behind, part) };
  });
  if (mode === 'wait') return null;
  const due = waiting.filter(({ behind }) => behind > 0);
  const shortest = Math.min(...due.map(({ patience }) => patience));
  const next = due.find(({ patience }) => patience === shortest)?.booking ?? null;
  if (next !== null) owed.set(next.id, (owed.get(next.id) as number) - slot);
  return next;
}

function partOf({ delivery }: BookingRow): number {
  return delivery?.method === 'share_of_voice' ? delivery.basisPoints : 0;
}

/** Returns the number of slots that it can wait before its deficit exceeds one slot. -1: it already does. */
function patienceOf(behind: number, part: number): number {
  if (behind >= slot) return -1;
  let slots = 0;
  while (behind + (slots + 1) * part <= slot) slots += 1;
  return slots;
}

/** Claims occupy consecutive ranges of 2^48 tickets. Claims beyond the last ticket are not served. */
function goalInTurn(goals: readonly BookingRow[], state: ReferenceState, ticket: bigint): BookingRow | null {
  const sumUpTo = (goalIndex: number): bigint =>
    goals.slice(0, goalIndex + 1).reduce((sum, goal) => sum + referenceAsked(state, goal), 0n);
  return goals.find((_, goalIndex) => ticket < sumUpTo(goalIndex)) ?? null;
}

function endOf({ endMs }: BookingRow): number {
  return endMs ?? Number.MAX_SAFE_INTEGER;
}
