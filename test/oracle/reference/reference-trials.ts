import type { Seed } from '../../../src/core/decision/draw/random.ts';
import type { BookingRow } from '../../../src/core/snapshot/snapshot-rows.ts';
import { referenceTrialNumbers } from './reference-draw.ts';
import { referenceWeight } from './reference-share.ts';

/** Member of a large pool in the reference implementation. */
export type ReferenceMember = {
  readonly booking: BookingRow;
  /** Level of the named node: 0 position, 1 location, 2 publication, 3 its publisher, 4 the parent of that, ... */
  readonly nodeRank: number;
};

export type ReferenceTrial = {
  readonly ticket: bigint;
  readonly bookingId: number | null;
  readonly outcome: 'won' | 'weighed_out' | 'refused' | 'nobody';
};

/**
 * Implements the trials of docs/decisions/0010-draw-tables.md with big integers and one pass over the pool per trial.
 * @param isEligible whether no rule refuses the booking
 */
export function referenceTrials(
  members: readonly ReferenceMember[],
  isEligible: (booking: BookingRow) => boolean,
  { nowMs, seed, slotIndex }: { readonly nowMs: number; readonly seed: Seed; readonly slotIndex: number },
): readonly ReferenceTrial[] {
  const entries = members
    .map(({ booking, nodeRank }) => {
      const factor = referenceWeight({ priority: 9, endMs: booking.endMs }, nowMs);
      const cap = caps.find((one) => 8n * factor <= one * fixedPointOne) as bigint;
      const units = cap * 4n ** BigInt(9 - booking.priority);
      // Of 2^48 numbers, rounded up.
      const accepting = (8n * factor * drawSpace + cap * fixedPointOne - 1n) / (cap * fixedPointOne);
      return { booking, nodeRank, cap, units, accepting };
    })
    .toSorted(
      (a, b) =>
        a.nodeRank - b.nodeRank ||
        a.booking.priority - b.booking.priority ||
        Number(a.cap - b.cap) ||
        a.booking.id - b.booking.id,
    );
  const ticketsPerUnit = drawSpace / entries.reduce((sum, { units }) => sum + units, 0n);
  const trials: ReferenceTrial[] = [];
  for (const [ticket, second] of referenceTrialNumbers(seed, slotIndex)) {
    if (trials.length === 64) break;
    let end = 0n;
    const named = entries.find(({ units }) => {
      end += units * ticketsPerUnit;
      return ticket < end;
    });
    const outcome = outcomeOf(named, second);
    trials.push({ ticket, bookingId: named?.booking.id ?? null, outcome });
    if (outcome === 'won') break;
  }
  return trials;

  function outcomeOf(named: (typeof entries)[number] | undefined, second: bigint): ReferenceTrial['outcome'] {
    if (named === undefined) return 'nobody';
    if (second >= named.accepting) return 'weighed_out';
    return isEligible(named.booking) ? 'won' : 'refused';
  }
}

const caps = [8n, 9n, 10n, 11n, 13n, 15n, 17n, 20n, 23n, 27n];
const drawSpace = 1n << 48n;
/** `referenceWeight` has 200 binary places. */
const fixedPointOne = 1n << 200n;
