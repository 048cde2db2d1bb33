import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { draftPattern } from '../../platform/durable/write-durably.ts';
import { basesNewestFirst } from './current-pointer.ts';
import { parseDeltaName, type SnapshotState } from './file-names.ts';
import { baseNameOfImage } from './image/image-layout.ts';

/** Number of previous bases that are retained with their deltas as fallbacks. */
const keptBases = 2;
/** Number of bases whose images are retained. An image is large, and the rows of its base are sufficient. */
const keptImages = 2;
/** Age at which a draft without writes is considered abandoned after a crash. */
const abandonedAfterMs = 60_000;
/** Snapshot files of the former format. */
const formerPattern = /^\d+-[0-9a-f]{16}\.json$/;

/** Removes files that neither the current state nor a fallback needs. */
export async function removeOldFiles(folder: string, state: SnapshotState): Promise<void> {
  const names = await readdir(folder);
  const older = (await basesNewestFirst(folder, names)).filter((base) => base.name !== state.base.name);
  const bases = [state.base, ...older.slice(0, keptBases)];
  const current = new Set(state.deltas.map((delta) => delta.name));
  const isNeeded = (name: string): boolean => {
    const delta = parseDeltaName(name);
    if (delta === null) return false;
    return current.has(name) || bases.some((base) => base.lineage === delta.lineage && base.revision < delta.revision);
  };
  const old = names.filter((name) => formerPattern.test(name) || (parseDeltaName(name) !== null && !isNeeded(name)));
  const keptNames = new Set(bases.slice(0, keptImages).map((base) => base.name));
  const images = names.filter((name) => {
    const base = baseNameOfImage(name);
    return base !== null && !keptNames.has(base);
  });
  const removed = [
    ...older.slice(keptBases).map((base) => base.name),
    ...images,
    ...old,
    ...(await abandonedDrafts(folder, names)),
  ];
  await Promise.all(removed.map((name) => rm(join(folder, name), { force: true })));
}

async function abandonedDrafts(folder: string, names: readonly string[]): Promise<string[]> {
  const drafts = names.filter((name) => draftPattern.test(name));
  const writtenMs = await Promise.all(
    drafts.map(async (name) => (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? Date.now()),
  );
  return drafts.filter((_, index) => Date.now() - (writtenMs[index] as number) > abandonedAfterMs);
}
