import { buildGroupTable, type GroupTable, type GroupTableTask } from './group-table.ts';
import type { SharedTableKey, SharedTables } from './shared-tables.ts';

/**
 * Returns the table of a group from those that several threads use, and builds it if this thread is the first that
 * needs it. null: this thread needs its own table, because the group has changed since the image, for another hour or
 * clock than the shared table, or because another thread is building it.
 */
export function sharedTableOf(
  task: Omit<GroupTableTask, 'isShared'>,
  key: SharedTableKey,
  shared: SharedTables | null,
): GroupTable | null {
  const { candidates, hour, version, clock, memberAllocator, before, arenaBefore } = task;
  const { arena, ranges } = memberAllocator;
  // After the shared memory was full, the arena is a copy of it.
  const isUsable =
    shared !== null && shared.hour === hour && candidates.isOfImage && arena.tests === shared.arena.tests;
  if (!isUsable) return null;
  const found = shared.find(key);
  if (found !== null) {
    const isOwn = before?.isShared === false && arenaBefore === arena;
    if (isOwn) ranges.release(before.range);
    const isSame = before?.isShared === true && arenaBefore === arena && before.range.first === found.range.first;
    const keys = isSame ? before.keys : null;
    return { hour, version, clock, isShared: true, ...found, listed: candidates.length, keys };
  }
  if (!shared.claim(key)) return null;
  const table = buildGroupTable({ ...task, isShared: true });
  if (arena.tests === shared.arena.tests) shared.publish(key, table);
  return table;
}
