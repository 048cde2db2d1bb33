import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { openSegmentReader, type SegmentReader } from '../../../exchange/journal/journal-reader.ts';
import { archiveFolderName, listSegments } from '../../../exchange/journal/journal-segments.ts';
import type { PlainStore } from '../../../platform/files/plain-store.ts';

const decompress = promisify(gunzip);
const setAsidePattern = /^(.+)[\\/](\d{8})-([0-9a-f]{32})\.journal$/;
const archivedPattern = /^journal\/\d{8}-(.+)\.([^.]+)-(\d{8})-([0-9a-f]{32})\.journal\.gz$/;

/** A journal segment of one host. */
export type HostSegment = {
  readonly processId: string;
  readonly number: number;
  readonly segmentId: string;
  /** More may be appended. */
  readonly isLive: boolean;
  /** null: it was moved since it was found. */
  open(): Promise<SegmentReader | null>;
};

/** Returns the segments in the journal folder of this host, including those that were counted but not archived yet. */
export async function findLocalSegments(journalFolder: string): Promise<readonly HostSegment[]> {
  const found: HostSegment[] = [];
  // In the direction in which segments move, so that none is missed.
  for (const { processId, number, path } of await listSegments(journalFolder)) {
    const reader = await openSegmentReader(path).catch(absentIs(null));
    await reader?.close();
    if (reader === null || reader.segmentId === null) continue;
    const { segmentId } = reader;
    found.push({
      processId,
      number,
      segmentId,
      isLive: true,
      open: () => openSegmentReader(path).catch(absentIs(null)),
    });
  }
  const aside = join(journalFolder, archiveFolderName);
  for (const name of await readdir(aside, { recursive: true }).catch(absentIs([]))) {
    const [, processId, number, segmentId] = setAsidePattern.exec(name) ?? [];
    if (processId === undefined || segmentId === undefined) continue;
    const open = () => openSegmentReader(join(aside, name)).catch(absentIs(null));
    found.push({ processId, number: Number(number), segmentId, isLive: false, open });
  }
  return inOrder(found);
}

/**
 * Returns the archived segments by host.
 * @param folder for decompressed segments
 */
export async function findArchivedSegments(
  archive: PlainStore,
  folder: string,
): Promise<ReadonlyMap<string, readonly HostSegment[]>> {
  const found = (await archive.list('journal')).flatMap((name) => {
    const [, host, processId, number, segmentId] = archivedPattern.exec(name) ?? [];
    if (host === undefined || processId === undefined || segmentId === undefined) return [];
    const open = async () => {
      const content = await archive.get(name);
      if (content === null) return null;
      const path = join(folder, 'segment.journal');
      // A segment that cannot be decompressed counts as damaged and empty, as in a recount.
      await writeFile(path, await decompress(content).catch(() => Buffer.alloc(0)));
      return openSegmentReader(path);
    };
    return [{ host, segment: { processId, number: Number(number), segmentId, isLive: false, open } }];
  });
  const byHost = Map.groupBy(found, ({ host }) => host);
  return new Map([...byHost].map(([host, all]) => [host, inOrder(all.map(({ segment }) => segment))]));
}

/** Removes repetitions: a segment may be found again after it was moved. */
function inOrder(segments: readonly HostSegment[]): readonly HostSegment[] {
  const byId = new Map<string, HostSegment>();
  for (const segment of segments) byId.set(segment.segmentId, segment);
  return [...byId.values()].sort((a, b) => a.number - b.number || (a.processId < b.processId ? -1 : 1));
}

function absentIs<Instead>(instead: Instead): (error: NodeJS.ErrnoException) => Instead {
  return (error) => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };
}
