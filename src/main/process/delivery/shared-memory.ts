import { join } from 'node:path';
import { createSharedTables } from '../../../core/decision/tables/shared-tables.ts';
import { imageNameOf } from '../../../exchange/snapshot/image/image-layout.ts';
import type { SharedMemoryKey } from './thread-messages.ts';

/** Returns memory that all threads share; null: there is none. */
export type SharedMemory = (key: SharedMemoryKey) => Promise<SharedArrayBuffer | null>;

/** Draw tables of the current and of the next hour. */
const keptTables = 2;

/**
 * Provides the memory that threads share. Images are read and verified once. The latest are kept for threads that start
 * later; threads keep what they use.
 * @param folder folder of snapshots
 */
export function createSharedMemory(folder: string): SharedMemory {
  const imageOf = keepLatest(1, async (base) => {
    // Loaded after the threads were started.
    const { readImageBytes } = await import('../../../exchange/snapshot/image/image-reader.ts');
    return readImageBytes(join(folder, imageNameOf(base))).catch(() => null);
  });
  const tables = new Map<string, SharedArrayBuffer>();
  return async (key) => {
    if (key.kind === 'image') return imageOf(key.base);
    const name = `${key.hour} ${key.base}`;
    const known = tables.get(name);
    if (known !== undefined) return known;
    const created = createSharedTables(key.hour, key.size);
    tables.set(name, created);
    removeOldest(tables, keptTables);
    return created;
  };
}

/** Calls `read` once per name and keeps the latest results. A result of null is read again. */
function keepLatest(
  most: number,
  read: (name: string) => Promise<SharedArrayBuffer | null>,
): (name: string) => Promise<SharedArrayBuffer | null> {
  const kept = new Map<string, Promise<SharedArrayBuffer | null>>();
  return async (name) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    // Before reading, so that their memory can be reused.
    removeOldest(kept, most - 1);
    const reading = read(name);
    kept.set(name, reading);
    const result = await reading;
    if (result === null && kept.get(name) === reading) kept.delete(name);
    return result;
  };
}

function removeOldest(kept: Map<string, unknown>, most: number): void {
  const names = [...kept.keys()];
  const removed = names.slice(0, Math.max(0, names.length - most));
  for (const name of removed) kept.delete(name);
  // V8 does not take shared buffers into account when it decides to collect garbage.
  if (removed.length > 0) globalThis.gc?.();
}
