/*
 * Draw tables: the members of positions in one hour, laid out so that a decision reads few cache lines.
 *
 * - `hour-tables.ts` caches the tables of a snapshot and builds them when an hour or an edit requires it.
 * - `next-hour.ts` prepares those of the next hour.
 * - `group-table.ts`, `group-draft.ts`, `draft-record.ts`: members of one inventory node and format. `member-arena.ts`: their layout in
 *   memory.
 * - `shared-tables.ts`, `shared-table-of.ts`: tables of groups that several threads use.
 * - `pool-table.ts`, `pool-arena.ts`: mapping of tickets to the members of a position.
 * - `key-index.ts`: members by targeting value. `range-allocator.ts`: allocation of ranges in shared arrays.
 *
 * These caches never change a result, only its cost. See docs/internals/draw-tables.md.
 */

import type { CandidateGroup, Snapshot, SnapshotPosition } from '../../snapshot/snapshot.ts';
import type { LocalClock } from '../../time/local-time.ts';
import type { PositionId } from '../../vocabulary/ids.ts';
import { weightsHoldMs } from '../draw/share.ts';
import { buildClaimTable, type ClaimTable, claimTableHolds } from './claim-table.ts';
import { buildGroupTable, type GroupTable } from './group-table.ts';
import { createMemberAllocator, type MemberAllocator } from './member-arena.ts';
import { createPoolAllocator, type PoolAllocator } from './pool-arena.ts';
import { buildPoolTable, type PoolTable } from './pool-table.ts';
import { capacityOfNew } from './range-allocator.ts';
import { sharedTableOf } from './shared-table-of.ts';
import type { SharedTables, SharedTablesSize } from './shared-tables.ts';
import type { Tier } from './tier.ts';

/** Tables of a snapshot, built on the first request of an hour. They never affect results. */
export type HourTables = {
  readonly snapshot: Snapshot;
  memberAllocator: MemberAllocator;
  poolAllocator: PoolAllocator;
  groups: Readonly<Record<Tier, (GroupTable | undefined)[]>>;
  pools: Readonly<Record<Tier, (PoolTable | undefined)[]>>;
  claims: (ClaimTable | undefined)[];
  /** Tables of one hour that several threads use, in the same arena; null: none. */
  shared: SharedTables | null;
  /** Tables from which those of the same groups are built; null: none. */
  earlier: HourTables | null;
  /** Prepared tables of the next hour; null: none. */
  next: { readonly hour: number; readonly tables: HourTables } | null;
  /** Number of replaced group tables, whose slots in the arena may have been reallocated. */
  rebuilds: number;
};

const keptBySnapshot = new WeakMap<Snapshot, HourTables>();

/** Returns the tables of a snapshot, the same object for every call. */
export function hourTablesOf(snapshot: Snapshot): HourTables {
  const known = keptBySnapshot.get(snapshot);
  if (known !== undefined) return known;
  const tables = createHourTables(snapshot, expectedMembers(snapshot), null);
  keptBySnapshot.set(snapshot, tables);
  return tables;
}

/** Uses shared tables for a snapshot, of which no tables have been requested. */
export function startSharedTables(snapshot: Snapshot, shared: SharedTables): void {
  keptBySnapshot.set(snapshot, createHourTables(snapshot, 0, null, shared));
}

/**
 * Creates empty tables.
 * @param members expected number of members of all groups
 * @param shared memory of the tables, which other threads use, too
 */
export function createHourTables(
  snapshot: Snapshot,
  members: number,
  earlier: HourTables | null,
  shared: SharedTables | null = null,
): HourTables {
  return {
    snapshot,
    memberAllocator: createMemberAllocator(members, snapshot.candidates, shared),
    shared,
    poolAllocator: createPoolAllocator(),
    groups: { candidates: [], fill: [] },
    pools: { candidates: [], fill: [] },
    claims: [],
    earlier,
    next: null,
    rebuilds: 0,
  };
}

/** Replaces the tables by the prepared ones of this or an earlier hour. */
function adoptNext(kept: HourTables, hour: number): void {
  if (kept.next === null || kept.next.hour > hour) return;
  const { memberAllocator, poolAllocator, groups, pools, claims, shared, rebuilds } = kept.next.tables;
  Object.assign(kept, { memberAllocator, poolAllocator, groups, pools, claims, shared, next: null });
  // All pools are checked once: changes may have replaced groups since they were prepared.
  kept.rebuilds += rebuilds + 1;
}

/** All tiers. */
export const tiers = ['candidates', 'fill'] as const satisfies readonly Tier[];

/** Returns the positions that were requested since the snapshot was loaded. */
export function askedPositions(snapshot: Snapshot): PositionId[] {
  const { pools } = hourTablesOf(snapshot);
  const isAsked = ({ positionIndex }: SnapshotPosition) =>
    tiers.some((tier) => pools[tier][positionIndex] !== undefined);
  return [...snapshot.positionById].flatMap(([id, position]) => (isAsked(position) ? [id] : []));
}

/**
 * Builds the tables of a position in advance. Yields after the table of each group, which takes up to 20 ms with a
 * million bookings, and after each tier.
 * @param nowMs any time of the hour, epoch ms
 */
export function* prepareTables(kept: HourTables, position: SnapshotPosition, nowMs: number): Generator<void> {
  const hour = Math.floor(nowMs / weightsHoldMs);
  adoptNext(kept, hour);
  for (const tier of tiers) {
    for (const _ of groupTables(kept, position, tier, hour)) yield;
    poolTableOf(kept, position, nowMs, tier);
    yield;
  }
}

/** Returns the number of arena slots required if all positions are requested. */
function expectedMembers(snapshot: Snapshot): number {
  return sizeOfTables(snapshot).members;
}

/** Returns the size of the tables of a snapshot if all positions are requested. */
export function sizeOfTables({ positionById }: Snapshot): SharedTablesSize {
  const groups = new Set<CandidateGroup>();
  for (const position of positionById.values()) {
    for (const group of position.groups) groups.add(group);
  }
  let [members, highestIndex] = [0, -1];
  for (const { groupIndex, candidates, fill } of groups) {
    highestIndex = Math.max(highestIndex, groupIndex);
    for (const { length } of [candidates, fill]) members += length === 0 ? 0 : capacityOfNew(length);
  }
  return { groups: highestIndex + 1, members };
}

/** Returns the pool of a position for the hour of an instant, with the claims on it. The `fill` tier has no claims. */
export function poolTableOf(kept: HourTables, position: SnapshotPosition, nowMs: number, tier: Tier): PoolTable {
  const hour = Math.floor(nowMs / weightsHoldMs);
  const known = kept.pools[tier][position.positionIndex];
  return known !== undefined && known.hour === hour && known.holdsAt === stampOf(kept)
    ? known
    : renewPool(kept, position, tier, hour);
}

function renewPool(kept: HourTables, position: SnapshotPosition, tier: Tier, hour: number): PoolTable {
  adoptNext(kept, hour);
  const known = kept.pools[tier][position.positionIndex];
  const groups = [...groupTables(kept, position, tier, hour)];
  const claims = tier === 'fill' ? null : claimTableOf(kept, position, hour);
  if (known !== undefined && known.hour === hour && isSameList(known.groups, groups)) {
    known.claims = claims;
    known.holdsAt = stampOf(kept);
    return known;
  }
  const about = { hour, claims, holdsAt: stampOf(kept), before: known };
  const table = buildPoolTable(groups, kept.memberAllocator.arena, kept.poolAllocator, about);
  kept.pools[tier][position.positionIndex] = table;
  return table;
}

/** Returns the tables of the groups of a position that have bookings, one per step. */
function* groupTables(
  kept: HourTables,
  position: SnapshotPosition,
  tier: Tier,
  hour: number,
): Generator<GroupTable, void> {
  for (const [height, group] of position.groups.entries()) {
    if (group[tier].length === 0) continue;
    const clock = height < heightOfPublishers ? position.clock : sharedClock(kept, group, position, tier);
    yield groupTableOf(group, hour, clock, kept, tier);
  }
}

/**
 * Returns the version of the tables: the sum of two counters that only rise, so it is unchanged only if both are.
 * Without it, a pool that becomes current again after the clock was set back could refer to reallocated slots.
 */
function stampOf(kept: HourTables): number {
  return kept.snapshot.changeCount + kept.rebuilds;
}

/** Returns the claims of a position in an hour; null: none. */
function claimTableOf(kept: HourTables, position: SnapshotPosition, hour: number): ClaimTable | null {
  const { groups } = position;
  const known = kept.claims[position.positionIndex];
  const table =
    known !== undefined && claimTableHolds(known, groups, hour)
      ? known
      : buildClaimTable(groups, hour, kept.snapshot.candidates);
  kept.claims[position.positionIndex] = table;
  return table.voices.members.length + table.goals.members.length === 0 ? null : table;
}

/**
 * Height in the inventory from which groups can have several wall clocks: a position, location or publication has one,
 * the publications of a publisher may differ.
 */
const heightOfPublishers = 3;

/**
 * Returns the wall clock of all positions of a publisher that were requested so far; null: they use different time
 * zones.
 */
function sharedClock(
  kept: HourTables,
  { groupIndex }: CandidateGroup,
  { clock }: SnapshotPosition,
  tier: Tier,
): LocalClock | null {
  const known = kept.groups[tier][groupIndex];
  return known === undefined || known.clock === clock ? clock : null;
}

function groupTableOf(
  group: CandidateGroup,
  hour: number,
  clock: LocalClock | null,
  kept: HourTables,
  tier: Tier,
): GroupTable {
  const known = kept.groups[tier][group.groupIndex];
  if (known !== undefined && known.hour === hour && known.version === group.version && known.clock === clock) {
    return known;
  }
  const task = {
    candidates: group[tier],
    hour,
    version: group.version,
    clock,
    targeting: kept.snapshot.targeting,
    memberAllocator: kept.memberAllocator,
    before: known ?? kept.earlier?.groups[tier][group.groupIndex],
    arenaBefore: (known === undefined ? (kept.earlier ?? kept) : kept).memberAllocator.arena,
  };
  const table =
    sharedTableOf(task, { groupIndex: group.groupIndex, tier, clock }, kept.shared) ??
    buildGroupTable({ ...task, isShared: false });
  if (known !== undefined) kept.rebuilds += 1;
  kept.groups[tier][group.groupIndex] = table;
  return table;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
