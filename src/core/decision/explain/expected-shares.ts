import type { RoadblockMode } from '../../vocabulary/booking-modes.ts';
import { bookingWeight } from '../draw/share.ts';

/** A booking at a position, with the properties that affect its share. */
export type Contender = {
  readonly id: number;
  /** 0 (highest) to 9. */
  readonly priority: number;
  /** Epoch ms, exclusive; null: open end. */
  readonly endMs: number | null;
  readonly method: 'share' | 'share_of_voice' | 'even' | 'asap' | 'fill';
  /** Claimed part of the requests, 0 to 1, for `share_of_voice`, `even` and `asap`. 0 for other methods. */
  readonly claimedPart: number;
  /** Read by `expectedPageShares` only. */
  readonly roadblock: RoadblockMode;
};

/**
 * Returns the expected part of the requests of a position for each of its bookings, 0 to 1, assuming that all are
 * eligible. Shares of voice come first, then the claims of goals, each in order of priority, end (open last) and ID
 * until the position is full. `share` bookings divide the remainder by weight. If there are none, `fill` bookings
 * divide it.
 * Source: product decisions 5.2 and 5.3; docs/decisions/0072-share-previews.md.
 * @param nowMs epoch ms, for the weights
 * @example two `share` bookings, priorities 4 and 5, open ends: 0.8 and 0.2; with an additional share of voice of 0.5:
 * 0.4 and 0.1
 */
export function expectedShares(contenders: readonly Contender[], nowMs: number): ReadonlyMap<number, number> {
  const shares = new Map(contenders.map(({ id }) => [id, 0]));
  const inOrder = contenders.toSorted(byRank);
  const claiming = [
    ...inOrder.filter(({ method }) => method === 'share_of_voice'),
    ...inOrder.filter(({ method }) => method === 'even' || method === 'asap'),
  ];
  let free = 1;
  for (const { id, claimedPart } of claiming) {
    const part = Math.min(free, claimedPart);
    shares.set(id, part);
    free -= part;
  }
  const sharing = contenders.filter(({ method }) => method === 'share');
  const rest = sharing.length > 0 ? sharing : contenders.filter(({ method }) => method === 'fill');
  const weights = rest.map((contender) => bookingWeight(contender, nowMs));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, { id }] of rest.entries()) shares.set(id, (free * (weights[index] as number)) / total);
  return shares;
}

function byRank(a: Contender, b: Contender): number {
  const end = ({ endMs }: Contender): number => endMs ?? Number.MAX_SAFE_INTEGER;
  return a.priority - b.priority || end(a) - end(b) || a.id - b.id;
}
