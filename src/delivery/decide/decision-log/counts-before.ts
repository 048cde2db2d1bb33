import type { AdRequest } from '../../../core/decision/ad-request.ts';
import { experimentsAt } from '../../../core/decision/covering-experiments.ts';
import { drawSpace } from '../../../core/decision/draw/random.ts';
import type { RecordedViewer } from '../../../core/decision/explain/recorded-request.ts';
import type { ClaimList } from '../../../core/decision/tables/claim-table.ts';
import type { PoolMembers } from '../../../core/decision/tables/pool-members.ts';
import type { CapTable } from '../../../core/pacing/cap-table.ts';
import type { DeliveryState } from '../../../core/pacing/delivery-state.ts';
import { type CapCount, capCountsOf, viewerOfContext } from '../../../core/pacing/frequency-cap.ts';
import { bucketsOf } from '../../../core/rotation/experiment.ts';
import type { CandidateList, Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { LocalMoment } from '../../../core/time/local-time.ts';

type CountContext = { readonly caps: CapTable; readonly nowMs: number; readonly local: LocalMoment };

/**
 * Returns the counts of the viewer for the caps of the bookings of a position.
 * @param before counts of the previous positions
 */
export function viewerCounts(
  before: RecordedViewer,
  capped: CandidateList,
  request: AdRequest,
  { caps, nowMs, local }: CountContext,
): RecordedViewer {
  const viewer = viewerOfContext(request.context, { nowMs, local });
  let counts: CapCount[] | null = null;
  for (let index = 0; index < capped.length; index += 1) {
    const { booking } = capped.at(index);
    const found = capCountsOf(caps, booking, viewer);
    if (found.length === 0 || before.counts.some(({ bookingId }) => bookingId === booking.id)) continue;
    counts = counts === null ? [...found] : [...counts, ...found];
  }
  return counts === null ? before : { known: before.known, counts: [...before.counts, ...counts] };
}

/**
 * Returns the group of the viewer for each booking of the positions with an experiment; null: none.
 * @param positions null: a slot without a position
 */
export function bucketsAt(
  snapshot: Snapshot,
  positions: readonly (SnapshotPosition | null)[],
  { context }: AdRequest,
  { rotations }: DeliveryState,
): ReadonlyMap<number, number> | null {
  // Most deployments have no experiment.
  if (rotations.size === 0) return null;
  const bucketFor = bucketsOf(context);
  if (bucketFor === null) return null;
  let buckets: Map<number, number> | null = null;
  for (const position of positions) {
    for (const { bookingId } of experimentsAt(snapshot, rotations, position)) {
      const bucket = bucketFor(bookingId);
      if (bucket === null) continue;
      buckets ??= new Map();
      buckets.set(bookingId, bucket);
    }
  }
  return buckets;
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
  if (claims !== null) {
    addValues(values, claims.voices, voiceDebts);
    addValues(values, claims.goals, acceptance);
  }
  for (const { booking, bookingIndex } of paced) {
    const asked = acceptance[bookingIndex] as number;
    if (asked < drawSpace) values.push(booking.id, asked);
  }
}

function addValues(values: number[], { members, bookingIndexes }: ClaimList, ofBooking: ArrayLike<number>): void {
  for (let index = 0; index < members.length; index += 1) {
    const id = members.source.bookingIdOf(members.numbers[index] as number);
    values.push(id, ofBooking[bookingIndexes[index] as number] as number);
  }
}
