import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { listArchived } from '../../../exchange/journal/journal-archive.ts';
import { openSegmentReader } from '../../../exchange/journal/journal-reader.ts';
import { archiveFolderName, damagedFolderName, listSegments } from '../../../exchange/journal/journal-segments.ts';
import type { PlainStore } from '../../../platform/files/plain-store.ts';

/** All readable segments by ID. */
export type FoundSegments = ReadonlyMap<string, FoundSegment>;

export type FoundSegment = {
  /** It was rolled up completely before it was moved to this location. */
  readonly settled: boolean;
  /** null: it was moved since it was found. */
  read(): Promise<Buffer | null>;
};

const setAsidePattern = /-([0-9a-f]{32})\.journal$/;
const decompress = promisify(gunzip);

/**
 * Finds segments that are being written, set aside in this data folder, or archived. Searches in the direction in which
 * segments move, so that none is missed.
 */
export async function findSegments(options: {
  readonly store: PlainStore;
  readonly journalFolder: string;
}): Promise<FoundSegments> {
  const { store, journalFolder } = options;
  const found = new Map<string, FoundSegment>();
  for (const { path } of await listSegments(journalFolder)) {
    const reader = await openSegmentReader(path).catch(absentIs(null));
    if (reader === null) continue;
    await reader.close();
    if (reader.segmentId !== null) found.set(reader.segmentId, { settled: false, read: fileOf(path) });
  }
  const live = new Set(found.keys());
  for (const { segmentId, path } of await listSetAside(journalFolder, archiveFolderName)) {
    found.set(segmentId, { settled: true, read: fileOf(path) });
  }
  for (const { name, segmentId } of await listArchived(store)) {
    const read = async () => {
      const content = await store.get(name);
      // A segment that cannot be decompressed counts as damaged and empty.
      return content === null ? null : decompress(content).catch(() => Buffer.alloc(0));
    };
    found.set(segmentId, { settled: true, read });
  }
  // Links to damaged segments, some of which are still being written. An administrator may have replaced a link with an
  // intact copy.
  for (const { segmentId, path } of await listSetAside(journalFolder, damagedFolderName)) {
    if (!live.has(segmentId)) found.set(segmentId, { settled: true, read: fileOf(path) });
  }
  return found;
}

/** Lists the segments of this host that were moved or linked to a folder next to the live ones. */
async function listSetAside(journalFolder: string, folder: string) {
  const names = await readdir(join(journalFolder, folder), { recursive: true }).catch(absentIs([]));
  return names.flatMap((name) => {
    const segmentId = setAsidePattern.exec(name)?.[1];
    return segmentId === undefined ? [] : [{ segmentId, path: join(journalFolder, folder, name) }];
  });
}

function fileOf(path: string): () => Promise<Buffer | null> {
  return () => readFile(path).catch(absentIs(null));
}

function absentIs<Instead>(instead: Instead): (error: NodeJS.ErrnoException) => Instead {
  return (error) => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };
}
