import type { AdRequest } from '../../../core/decision/ad-request.ts';
import { drawSpace } from '../../../core/decision/draw/random.ts';
import type { RecordedViewer } from '../../../core/decision/explain/recorded-request.ts';
import type { PoolMembers } from '../../../core/decision/tables/pool-members.ts';
import type { CapTable } from '../../../core/pacing/cap-table.ts';
import type { DeliveryState } from '../../../core/pacing/delivery-state.ts';
import { type CapCount, capCountsOf, viewerOfContext } from '../../../core/pacing/frequency-cap.ts';
import type { Candidate } from '../../../core/snapshot/snapshot.ts';
import type { LocalMoment } from '../../../core/time/local-time.ts';

type CountContext = { readonly caps: CapTable; readonly nowMs: number; readonly local: LocalMoment };

/**
 * Returns the counts of the viewer for the caps of the bookings of a position.
 * @param before counts of the previous positions
 */
export function viewerCounts(
  before: RecordedViewer,
  capped: readonly Candidate[],
  request: AdRequest,
  { caps, nowMs, local }: CountContext,
): RecordedViewer {
  const viewer = viewerOfContext(request.context, { nowMs, local });
  let counts: CapCount[] | null = null;
  for (let index = 0; index < capped.length; index += 1) {
    const { booking } = capped[index] as Candidate;
    const found = capCountsOf(caps, booking, viewer);
    if (found.length === 0 || before.counts.some(({ bookingId }) => bookingId === booking.id)) continue;
    counts = counts === null ? [...found] : [...counts, ...found];
  }
  return counts === null ? before : { known: before.known, counts: [...before.counts, ...counts] };
}

/** Returns the number of bookings that `addClaimValues` checks. */
export function claimCountOf({ claims, paced }: PoolMembers): number {
  return paced.length + (claims === null ? 0 : claims.voices.members.length + claims.goals.members.length);
}

/**
 * Appends the debts of share-of-voice bookings, the claims of goals and reduced request rates, each after the ID of its
 * booking.
 */
export function addClaimValues(
  values: number[],
  { claims, paced }: PoolMembers,
  { voiceDebts, acceptance }: DeliveryState,
): void {
  for (const { booking, bookingIndex } of claims?.voices.members ?? []) {
    values.push(booking.id, voiceDebts[bookingIndex] as number);
  }
  for (const { booking, bookingIndex } of claims?.goals.members ?? []) {
    values.push(booking.id, acceptance[bookingIndex] as number);
  }
  for (const { booking, bookingIndex } of paced) {
    const asked = acceptance[bookingIndex] as number;
    if (asked < drawSpace) values.push(booking.id, asked);
  }
}
