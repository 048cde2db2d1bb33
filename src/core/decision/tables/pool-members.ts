import type { Candidate, Snapshot, SnapshotPosition } from '../../snapshot/snapshot.ts';
import { weightsHoldMs } from '../draw/share.ts';
import type { ClaimTable } from './claim-table.ts';
import { hourTablesOf, poolTableOf } from './hour-tables.ts';
import { orderBits } from './member-arena.ts';
import type { PoolTable } from './pool-table.ts';

/** Who may be asked at a position in one hour, whichever way it is chosen. */
export type PoolMembers = {
  /** How many they are. */
  readonly size: number;
  /** Made when it is asked for, of thousands at times. */
  readonly all: () => readonly Candidate[];
  /** Those with frequency caps. */
  readonly capped: readonly Candidate[];
  /** Those of `share` and `fill` with a goal, which may be asked a part of the slots. */
  readonly paced: readonly Candidate[];
  /** What claims a part of the position; null: nothing does. */
  readonly claims: ClaimTable | null;
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
  const claiming = claims === null ? [] : [...claims.voices.members, ...claims.goals.members];
  return {
    size: pool.size + claiming.length + fill.size,
    all: () => [...candidatesIn(pool), ...claiming, ...candidatesIn(fill)],
    capped: [
      ...candidatesWith(orderBits.isCapped, pool),
      ...claiming.filter(({ isCapped }) => isCapped),
      ...candidatesWith(orderBits.isCapped, fill),
    ],
    paced: [...candidatesWith(orderBits.isPaced, pool), ...candidatesWith(orderBits.isPaced, fill)],
    claims,
  };
}

function candidatesIn({ groups, arena }: PoolTable): Candidate[] {
  return groups.flatMap(({ room, size }) => arena.members.slice(room.first, room.first + size) as Candidate[]);
}

/** Those whose orders have a bit: few of many, and no others are fetched. */
function candidatesWith(bit: number, { groups, arena: { orders, members } }: PoolTable): Candidate[] {
  const found: Candidate[] = [];
  for (const { room, size } of groups) {
    for (let place = room.first; place < room.first + size; place += 1) {
      if (((orders[place] as number) & bit) !== 0) found.push(members[place] as Candidate);
    }
  }
  return found;
}
