import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { PlainStore } from '../../file-store/plain-store.ts';
import { listArchived } from '../journal-archive.ts';
import { openSegmentReader } from '../journal-reader.ts';
import { archiveFolderName, damagedFolderName, listSegments } from '../journal-segments.ts';

/** Every segment that can be read from here, each by its id. */
export type FoundSegments = ReadonlyMap<string, FoundSegment>;

export type FoundSegment = {
  /** It was rolled up wholly before it was put where it is. */
  readonly settled: boolean;
  /** null: it has gone elsewhere since it was found. */
  read(): Promise<Buffer | null>;
};

const setAsidePattern = /-([0-9a-f]{32})\.journal$/;
const decompress = promisify(gunzip);

/**
 * What is still written to, put aside in this data folder, or in the archive: looked for in the direction in which segments
 * move, so that none is missed on its way.
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
  for (const folder of [archiveFolderName, damagedFolderName]) {
    const inside = await readdir(join(journalFolder, folder), { recursive: true }).catch(absentIs([]));
    for (const name of inside) {
      const segmentId = setAsidePattern.exec(name)?.[1];
      if (segmentId !== undefined)
        found.set(segmentId, { settled: true, read: fileOf(join(journalFolder, folder, name)) });
    }
  }
  for (const { name, segmentId } of await listArchived(store)) {
    const read = async () => {
      const content = await store.get(name);
      return content === null ? null : decompress(content);
    };
    found.set(segmentId, { settled: true, read });
  }
  return found;
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
