import type { CandidateGroup, Snapshot, SnapshotPosition } from '../snapshot/snapshot.ts';
import { buildClaimTable, type ClaimTable, claimTableHolds } from './claim-table.ts';
import { buildGroupTable, type GroupTable } from './group-table.ts';
import { buildPoolTable, type PoolTable } from './pool-table.ts';
import { weightsHoldMs } from './share.ts';

/** Which candidates of a position a pool is made of: those that share, or those that fill when nobody else can. */
export type Tier = 'candidates' | 'fill';

/** Tables of a snapshot, made when an hour first asks for them; what is kept is never visible in an answer. */
export type HourTables = {
  readonly snapshot: Snapshot;
  readonly groups: Readonly<Record<Tier, (GroupTable | undefined)[]>>;
  readonly pools: Readonly<Record<Tier, (PoolTable | undefined)[]>>;
  readonly claims: (ClaimTable | undefined)[];
};

const keptBySnapshot = new WeakMap<Snapshot, HourTables>();

/** The tables of a snapshot, the same at every call. */
export function hourTablesOf(snapshot: Snapshot): HourTables {
  const known = keptBySnapshot.get(snapshot);
  if (known !== undefined) return known;
  const tables: HourTables = {
    snapshot,
    groups: { candidates: [], fill: [] },
    pools: { candidates: [], fill: [] },
    claims: [],
  };
  keptBySnapshot.set(snapshot, tables);
  return tables;
}

/** The pool of a position in the hour of an instant. */
export function poolTableOf(kept: HourTables, position: SnapshotPosition, nowMs: number, tier: Tier): PoolTable {
  const { changeCount } = kept.snapshot;
  const hour = Math.floor(nowMs / weightsHoldMs);
  const known = kept.pools[tier][position.positionIndex];
  if (known !== undefined && known.hour === hour && known.holdsAt === changeCount) return known;
  const groups = position.groups
    .filter((group) => group[tier].length > 0)
    .map((group) => groupTableOf(group, hour, kept, tier));
  if (known !== undefined && known.hour === hour && isSameList(known.groups, groups)) {
    known.holdsAt = changeCount;
    return known;
  }
  const table = buildPoolTable(groups, hour, changeCount);
  kept.pools[tier][position.positionIndex] = table;
  return table;
}

/** The claims of a position in the hour of an instant; null: it has none. */
export function claimTableOf(kept: HourTables, position: SnapshotPosition, nowMs: number): ClaimTable | null {
  const hour = Math.floor(nowMs / weightsHoldMs);
  const known = kept.claims[position.positionIndex];
  const { groups } = position;
  const table = known !== undefined && claimTableHolds(known, groups, hour) ? known : buildClaimTable(groups, hour);
  kept.claims[position.positionIndex] = table;
  return table.voices.members.length + table.goals.members.length === 0 ? null : table;
}

function groupTableOf(group: CandidateGroup, hour: number, kept: HourTables, tier: Tier): GroupTable {
  const known = kept.groups[tier][group.groupIndex];
  if (known !== undefined && known.hour === hour && known.version === group.version) return known;
  const table = buildGroupTable(group[tier], hour, group.version, kept.snapshot.targeting);
  kept.groups[tier][group.groupIndex] = table;
  return table;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
