import type { Candidate, Snapshot, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { ClaimTable } from './claim-table.ts';
import { hourTablesOf, poolTableOf } from './hour-tables.ts';
import type { PoolTable } from './pool-table.ts';
import { weightsHoldMs } from './share.ts';

/** Who may be asked at a position in one hour, whichever way it is chosen. */
export type PoolMembers = {
  readonly all: readonly Candidate[];
  /** Those with frequency caps. */
  readonly capped: readonly Candidate[];
  /** Those of `share` and `fill` with a goal, which may be asked a part of the slots. */
  readonly paced: readonly Candidate[];
  /** What claims a part of the position; null: nothing does. */
  readonly claims: ClaimTable | null;
  /** Ads of all of them. */
  readonly adCount: number;
};

/** The members of a position in the hour of an instant (epoch ms). */
export type MembersAt = (snapshot: Snapshot, position: SnapshotPosition, nowMs: number) => PoolMembers;

/** Finds members, and remembers those of each position as long as its tables hold. */
export function createMembersAt(): MembersAt {
  let ofSnapshot: Snapshot | null = null;
  let kept: (Kept | undefined)[] = [];
  return (snapshot, position, nowMs) => {
    if (snapshot !== ofSnapshot) {
      ofSnapshot = snapshot;
      kept = [];
    }
    const { changeCount } = snapshot;
    const hour = Math.floor(nowMs / weightsHoldMs);
    const latest = kept[position.positionIndex];
    if (latest !== undefined && latest.hour === hour && latest.changeCount === changeCount) return latest.members;
    const tables = hourTablesOf(snapshot);
    const pool = poolTableOf(tables, position, nowMs, 'candidates');
    const fill = poolTableOf(tables, position, nowMs, 'fill');
    // Most changes are of other positions.
    const isSame = latest?.pool === pool && latest.fill === fill && latest.members.claims === pool.claims;
    const members = isSame ? latest.members : membersOf(pool, fill);
    kept[position.positionIndex] = { hour, changeCount, pool, fill, members };
    return members;
  };
}

type Kept = {
  readonly hour: number;
  readonly changeCount: number;
  readonly pool: PoolTable;
  readonly fill: PoolTable;
  readonly members: PoolMembers;
};

function membersOf(pool: PoolTable, fill: PoolTable): PoolMembers {
  const { claims } = pool;
  const all = [
    ...candidatesIn(pool),
    ...(claims === null ? [] : [...claims.voices.members, ...claims.goals.members]),
    ...candidatesIn(fill),
  ];
  const paced = all.filter(
    ({ booking: { delivery } }) => 'goal' in delivery && /^(?:share|fill)$/.test(delivery.method),
  );
  const adCount = all.reduce((sum, { fittingAds }) => sum + fittingAds.length, 0);
  return { all, capped: all.filter(({ isCapped }) => isCapped), paced, claims, adCount };
}

function candidatesIn({ groups, arena }: PoolTable): Candidate[] {
  return groups.flatMap(({ room, size }) => arena.members.slice(room.first, room.first + size) as Candidate[]);
}
