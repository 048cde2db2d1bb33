import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { PositionId } from '../../vocabulary/ids.ts';
import { weightsHoldMs } from '../draw/share.ts';
import { askedPositions, createHourTables, type HourTables, hourTablesOf, poolTableOf, tiers } from './hour-tables.ts';
import { buildKeyIndex } from './key-index.ts';
import { capacityOfNew } from './range-allocator.ts';

/**
 * Builds the tables of the next hour next to the current ones, for the positions that were requested so far. The first
 * request of that hour uses them without building anything. Edits until then are applied as usual. Yields after each
 * position. Does nothing if the tables of that hour exist.
 * @param nextMs any time of the next hour, epoch ms
 */
export function* prepareNextHour(snapshot: Snapshot, nextMs: number): Generator<void> {
  const tables = hourTablesOf(snapshot);
  const hour = Math.floor(nextMs / weightsHoldMs);
  if (tables.next !== null && tables.next.hour >= hour) return;
  const asked = askedPositions(snapshot);
  const prepared = createHourTables(snapshot, expectedMembers(tables), tables);
  for (const id of asked) {
    preparePosition(prepared, tables, id, nextMs);
    yield;
  }
  tables.next = { hour, tables: prepared };
}

function preparePosition(prepared: HourTables, current: HourTables, id: PositionId, nextMs: number): void {
  const position = prepared.snapshot.positionById.get(id);
  if (position === undefined) return;
  for (const tier of tiers) {
    const { groups, arena } = poolTableOf(prepared, position, nextMs, tier);
    const { groups: before } = current.pools[tier][position.positionIndex] ?? { groups: [] };
    // The order of the groups is the same unless the bookings changed.
    for (const [index, group] of groups.entries()) {
      if (group.keys !== null || (before[index]?.keys ?? null) === null) continue;
      group.keys = buildKeyIndex(prepared.snapshot.targeting, arena, { first: group.range.first, size: group.size });
    }
  }
}

/** Returns the number of arena slots of the current groups. */
function expectedMembers({ groups }: HourTables): number {
  let slots = 0;
  for (const tier of tiers) {
    for (const group of groups[tier]) slots += group === undefined ? 0 : capacityOfNew(group.size);
  }
  // Some bookings start in the next hour.
  return slots + (slots >> 5);
}
