import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { PositionId } from '../../vocabulary/ids.ts';
import { weightsHoldMs } from '../draw/share.ts';
import {
  askedPositions,
  createHourTables,
  type HourTables,
  hourTablesOf,
  poolTableOf,
  prepareTables,
  sizeOfTables,
  tiers,
} from './hour-tables.ts';
import { buildKeyIndex } from './key-index.ts';
import type { SharedTables } from './shared-tables.ts';

/**
 * Builds the tables of the next hour next to the current ones, for the positions that were requested so far. The first
 * request of that hour uses them without building anything. Edits until then are applied as usual. Yields after each
 * piece of work: the allocation, the table of a group, the keys of a position. Does nothing if the tables of that hour exist.
 * @param nextMs any time of the next hour, epoch ms
 * @param shared tables of that hour that other threads build and use, too; null: none
 */
export function* prepareNextHour(
  snapshot: Snapshot,
  nextMs: number,
  shared: SharedTables | null = null,
): Generator<void> {
  if (isPrepared(snapshot, nextMs)) return;
  const tables = hourTablesOf(snapshot);
  const hour = Math.floor(nextMs / weightsHoldMs);
  const asked = inOrderOf(shared?.joinedAs ?? 0, askedPositions(snapshot));
  // For all positions, because those that were not requested yet may be requested in that hour.
  const members = shared === null ? sizeOfTables(snapshot).members : 0;
  yield;
  const prepared = createHourTables(snapshot, members, tables, shared);
  yield;
  for (const id of asked) yield* preparePosition(prepared, tables, id, nextMs);
  tables.next = { hour, tables: prepared };
}

/** Reports whether the tables of an hour are prepared. @param nextMs any time of that hour, epoch ms */
export function isPrepared(snapshot: Snapshot, nextMs: number): boolean {
  const { next } = hourTablesOf(snapshot);
  return next !== null && next.hour >= Math.floor(nextMs / weightsHoldMs);
}

/** Each thread begins elsewhere, so that two of them do not build the same tables. */
function inOrderOf(thread: number, asked: readonly PositionId[]): readonly PositionId[] {
  const first = Math.floor(((thread * goldenRatio) % 1) * asked.length);
  return [...asked.slice(first), ...asked.slice(0, first)];
}

/** Its multiples are evenly distributed modulo 1. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

function* preparePosition(prepared: HourTables, current: HourTables, id: PositionId, nextMs: number): Generator<void> {
  const position = prepared.snapshot.positionById.get(id);
  if (position === undefined) return;
  yield* prepareTables(prepared, position, nextMs);
  for (const tier of tiers) {
    const { groups, arena } = poolTableOf(prepared, position, nextMs, tier);
    const { groups: before } = current.pools[tier][position.positionIndex] ?? { groups: [] };
    // The order of the groups is the same unless the bookings changed.
    for (const [index, group] of groups.entries()) {
      if (group.keys !== null || (before[index]?.keys ?? null) === null) continue;
      group.keys = buildKeyIndex(prepared.snapshot.targeting, arena, { first: group.range.first, size: group.size });
    }
  }
  yield;
}
