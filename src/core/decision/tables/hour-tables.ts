/*
 * Draw tables: the members of positions in one hour, laid out so that a decision reads few lines of memory.
 *
 * - `hour-tables.ts` keeps the tables of a snapshot and builds them when an hour or an edit requires it.
 * - `group-table.ts`, `group-draft.ts`: members of one inventory node and format. `member-arena.ts`: their words in
 *   memory.
 * - `pool-table.ts`, `pool-arena.ts`: which ticket points to which member of a position.
 * - `key-index.ts`: members by targeting value. `rooms.ts`: allocation of ranges in shared arrays.
 *
 * What is kept here never changes a result, only its cost. See docs/internals/draw-tables.md.
 */

import type { CandidateGroup, Snapshot, SnapshotPosition } from '../../snapshot/snapshot.ts';
import type { LocalClock } from '../../time/local-time.ts';
import type { PositionId } from '../../words/ids.ts';
import { weightsHoldMs } from '../draw/share.ts';
import { buildClaimTable, type ClaimTable, claimTableHolds } from './claim-table.ts';
import { buildGroupTable, type GroupTable } from './group-table.ts';
import { createMemberPlaces, type MemberPlaces } from './member-arena.ts';
import { createPoolPlaces, type PoolPlaces } from './pool-arena.ts';
import { buildPoolTable, type PoolTable } from './pool-table.ts';
import { capacityOfNew } from './rooms.ts';

/** Which candidates of a position a pool is made of: those that share, or those that fill when nobody else can. */
export type Tier = 'candidates' | 'fill';

/** Tables of a snapshot, made when an hour first asks for them; what is kept is never visible in an answer. */
export type HourTables = {
  readonly snapshot: Snapshot;
  readonly places: MemberPlaces;
  readonly poolPlaces: PoolPlaces;
  readonly groups: Readonly<Record<Tier, (GroupTable | undefined)[]>>;
  readonly pools: Readonly<Record<Tier, (PoolTable | undefined)[]>>;
  readonly claims: (ClaimTable | undefined)[];
  /** How often a group's table took the place of an earlier one, whose room in the arena may have changed hands. */
  rebuilds: number;
};

const keptBySnapshot = new WeakMap<Snapshot, HourTables>();

/** The tables of a snapshot, the same at every call. */
export function hourTablesOf(snapshot: Snapshot): HourTables {
  const known = keptBySnapshot.get(snapshot);
  if (known !== undefined) return known;
  const tables: HourTables = {
    snapshot,
    places: createMemberPlaces(expectedPlaces(snapshot)),
    poolPlaces: createPoolPlaces(),
    groups: { candidates: [], fill: [] },
    pools: { candidates: [], fill: [] },
    claims: [],
    rebuilds: 0,
  };
  keptBySnapshot.set(snapshot, tables);
  return tables;
}

const tiers = ['candidates', 'fill'] as const satisfies readonly Tier[];

/** Positions that have been asked for since the snapshot came. */
export function askedPositions(snapshot: Snapshot): PositionId[] {
  const { pools } = hourTablesOf(snapshot);
  const isAsked = ({ positionIndex }: SnapshotPosition) =>
    tiers.some((tier) => pools[tier][positionIndex] !== undefined);
  return [...snapshot.positionById].flatMap(([id, position]) => (isAsked(position) ? [id] : []));
}

/** Makes the tables of a position before it is asked for. */
export function prepareTables(snapshot: Snapshot, id: PositionId, nowMs: number): void {
  const position = snapshot.positionById.get(id);
  if (position === undefined) return;
  for (const tier of tiers) poolTableOf(hourTablesOf(snapshot), position, nowMs, tier);
}

/** Places that the groups of all positions take, when all are asked for. */
function expectedPlaces({ positionById }: Snapshot): number {
  const groups = new Set<CandidateGroup>();
  for (const position of positionById.values()) {
    for (const group of position.groups) groups.add(group);
  }
  let places = 0;
  for (const group of groups) {
    for (const { length } of [group.candidates, group.fill]) places += length === 0 ? 0 : capacityOfNew(length);
  }
  return places;
}

/** The pool of a position in the hour of an instant, and what claims a part of it before; of `fill` nothing does. */
export function poolTableOf(kept: HourTables, position: SnapshotPosition, nowMs: number, tier: Tier): PoolTable {
  const hour = Math.floor(nowMs / weightsHoldMs);
  const known = kept.pools[tier][position.positionIndex];
  return known !== undefined && known.hour === hour && known.holdsAt === stampOf(kept)
    ? known
    : renewPool(kept, position, tier, hour);
}

function renewPool(kept: HourTables, position: SnapshotPosition, tier: Tier, hour: number): PoolTable {
  const known = kept.pools[tier][position.positionIndex];
  const groups: GroupTable[] = [];
  for (const [height, group] of position.groups.entries()) {
    if (group[tier].length === 0) continue;
    const clock = height < heightOfPublishers ? position.clock : sharedClock(kept, group, position, tier);
    groups.push(groupTableOf(group, hour, clock, kept, tier));
  }
  const claims = tier === 'fill' ? null : claimTableOf(kept, position, hour);
  if (known !== undefined && known.hour === hour && isSameList(known.groups, groups)) {
    known.claims = claims;
    known.holdsAt = stampOf(kept);
    return known;
  }
  const about = { hour, claims, holdsAt: stampOf(kept), before: known };
  const table = buildPoolTable(groups, kept.places.arena, kept.poolPlaces, about);
  kept.pools[tier][position.positionIndex] = table;
  return table;
}

/**
 * Where the tables stand: two numbers that only rise, so that their sum is the same only while both are. A pool of an
 * hour that another position has moved away from, and come back to, must not point into rooms of others.
 */
function stampOf(kept: HourTables): number {
  return kept.snapshot.changeCount + kept.rebuilds;
}

/** The claims of a position in an hour; null: it has none. */
function claimTableOf(kept: HourTables, position: SnapshotPosition, hour: number): ClaimTable | null {
  const { groups } = position;
  const known = kept.claims[position.positionIndex];
  const table = known !== undefined && claimTableHolds(known, groups, hour) ? known : buildClaimTable(groups, hour);
  kept.claims[position.positionIndex] = table;
  return table.voices.members.length + table.goals.members.length === 0 ? null : table;
}

/** Position, location and publication have one wall clock; the publications of a publisher may have several. */
const heightOfPublishers = 3;

/** The wall clock of all positions below a publisher that have asked so far; null: they have several. */
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
  const table = buildGroupTable({
    candidates: group[tier],
    hour,
    version: group.version,
    clock,
    targeting: kept.snapshot.targeting,
    places: kept.places,
    before: known,
  });
  if (known !== undefined) kept.rebuilds += 1;
  kept.groups[tier][group.groupIndex] = table;
  return table;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
