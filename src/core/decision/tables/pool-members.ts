import type { Candidate, Snapshot, SnapshotPosition } from '../../snapshot/snapshot.ts';
import { weightsHoldMs } from '../draw/share.ts';
import type { ClaimTable } from './claim-table.ts';
import { hourTablesOf, poolTableOf } from './hour-tables.ts';
import { memberFlags } from './member-arena.ts';
import type { PoolTable } from './pool-table.ts';

/** Members of a position in one hour, regardless of the selection method. */
export type PoolMembers = {
  /** Number of members. */
  readonly size: number;
  /** Builds the list of all members on demand. It can contain thousands. */
  readonly all: () => readonly Candidate[];
  /** Members with frequency caps. */
  readonly capped: readonly Candidate[];
  /** Members with method `share` or `fill` and a goal, which may take part in a fraction of the slots. */
  readonly paced: readonly Candidate[];
  /** Claims on the position; null: none. */
  readonly claims: ClaimTable | null;
};

/** Returns the members of a position in the hour of an instant (epoch ms). */
export type MembersAt = (snapshot: Snapshot, position: SnapshotPosition, nowMs: number) => PoolMembers;

/** Creates a lookup that caches the members of each position while its tables are valid. */
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
    // Most changes concern other positions.
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
      ...candidatesWith(memberFlags.isCapped, pool),
      ...claiming.filter(({ isCapped }) => isCapped),
      ...candidatesWith(memberFlags.isCapped, fill),
    ],
    paced: [...candidatesWith(memberFlags.isPaced, pool), ...candidatesWith(memberFlags.isPaced, fill)],
    claims,
  };
}

function candidatesIn({ groups, arena }: PoolTable): Candidate[] {
  return groups.flatMap(({ range, size }) => arena.members.slice(range.first, range.first + size) as Candidate[]);
}

/** Returns the members whose order has a bit. Other members are not read. */
function candidatesWith(bit: number, { groups, arena: { orders, members } }: PoolTable): Candidate[] {
  const found: Candidate[] = [];
  for (const { range, size } of groups) {
    for (let memberIndex = range.first; memberIndex < range.first + size; memberIndex += 1) {
      if (((orders[memberIndex] as number) & bit) !== 0) found.push(members[memberIndex] as Candidate);
    }
  }
  return found;
}
