import { SelectedCandidates } from '../../snapshot/candidate-list.ts';
import type { Candidate, CandidateList, Snapshot, SnapshotPosition } from '../../snapshot/snapshot.ts';
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
  readonly all: () => CandidateList;
  /** Members with frequency caps. */
  readonly capped: CandidateList;
  /** Members with method `share` or `fill` and a goal, which may take part in a fraction of the slots. */
  readonly paced: CandidateList;
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
  const { claims, arena } = pool;
  const claiming = claims === null ? [] : [claims.voices.members, claims.goals.members];
  const selected = (numbers: readonly number[]) => new SelectedCandidates(Uint32Array.from(numbers), arena.candidates);
  const claimingNumbers = claiming.flatMap(({ numbers }) => [...numbers]);
  const cappedClaims = claiming.flatMap((list) => [...list].filter(({ isCapped }) => isCapped).map(numberOf));
  return {
    size: pool.size + claimingNumbers.length + fill.size,
    all: () => selected([...numbersWith(0, pool), ...claimingNumbers, ...numbersWith(0, fill)]),
    capped: selected([
      ...numbersWith(memberFlags.isCapped, pool),
      ...cappedClaims,
      ...numbersWith(memberFlags.isCapped, fill),
    ]),
    paced: selected([...numbersWith(memberFlags.isPaced, pool), ...numbersWith(memberFlags.isPaced, fill)]),
    claims,
  };
}

function numberOf({ candidateNumber }: Candidate): number {
  return candidateNumber;
}

/** Returns the members whose order has a bit; 0: all. */
function numbersWith(bit: number, { groups, arena: { orders, members } }: PoolTable): number[] {
  const found: number[] = [];
  for (const { range, size } of groups) {
    for (let memberIndex = range.first; memberIndex < range.first + size; memberIndex += 1) {
      if (bit === 0 || ((orders[memberIndex] as number) & bit) !== 0) found.push(members[memberIndex] as number);
    }
  }
  return found;
}
