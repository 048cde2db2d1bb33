import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../platform/durable/write-durably.ts';
import { type BaseFile, deltasAfter, parseBaseName, parseDeltaName, type SnapshotState } from './file-names.ts';

export const pointerName = 'current.json';

/** Content of `current.json`: the revision, and the names of its files. */
type Pointer = { readonly revision: number; readonly base: string; readonly deltas: readonly string[] };

/** Creates a cached reader of the current state. Cheap enough for ten calls per second. */
export function createPointerReader(folder: string): () => Promise<SnapshotState | null> {
  const path = join(folder, pointerName);
  let known: { readonly mark: string; readonly state: SnapshotState | null } = { mark: '', state: null };
  return async () => {
    try {
      const { ino, mtimeNs, size } = await stat(path, { bigint: true });
      const mark = `${ino} ${mtimeNs} ${size}`;
      // If it is replaced between the two calls, the content is newer than its mark and is read again at the next call.
      if (mark !== known.mark) known = { mark, state: parsePointer(await readFile(path, 'utf8')) };
      return known.state;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
}

/** Encodes the file names of a state. */
export function encodePointer(state: SnapshotState): string {
  const pointer: Pointer = {
    revision: state.revision,
    base: state.base.name,
    deltas: state.deltas.map((delta) => delta.name),
  };
  return JSON.stringify(pointer);
}

/** Visible to readers when it resolves. Durable after the folder is synced. */
export function writePointer(folder: string, state: SnapshotState): Promise<void> {
  return replaceFile(join(folder, pointerName), encodePointer(state));
}

/** null: damaged or inconsistent. */
export function parsePointer(text: string): SnapshotState | null {
  try {
    const pointer = JSON.parse(text) as Partial<Record<keyof Pointer, unknown>> | null;
    const base = parseBaseName(String(pointer?.base));
    if (base === null || !Array.isArray(pointer?.deltas) || !Number.isSafeInteger(pointer.revision)) return null;
    const deltas = pointer.deltas.flatMap((name) => parseDeltaName(String(name)) ?? []);
    const state = { lineage: base.lineage, revision: pointer.revision as number, base, deltas };
    const isWhole = deltas.length === pointer.deltas.length && deltasAfter(base.revision, state) !== null;
    return isWhole ? state : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Returns a state for each base in the folder, newest first, with the deltas that follow it according to their names.
 */
export async function statesByNames(folder: string): Promise<SnapshotState[]> {
  const names = await readdir(folder).catch(emptyWhenAbsent);
  const deltas = names.flatMap((name) => parseDeltaName(name) ?? []).sort((a, b) => a.revision - b.revision);
  return (await basesNewestFirst(folder, names)).map((base) => {
    let revision = base.revision;
    const following = deltas.filter((delta) => {
      const follows = delta.lineage === base.lineage && delta.from <= revision && delta.revision > revision;
      if (follows) revision = delta.revision;
      return follows;
    });
    return { lineage: base.lineage, revision, base, deltas: following };
  });
}

/** By write time instead of revision, because a restored database starts again at an older revision. */
export async function basesNewestFirst(folder: string, names: readonly string[]): Promise<BaseFile[]> {
  const bases = names.flatMap((name) => parseBaseName(name) ?? []);
  const dated = await Promise.all(
    bases.map(async (base) => ({ base, writtenMs: (await stat(join(folder, base.name)).catch(() => null))?.mtimeMs })),
  );
  return dated.sort((a, b) => (b.writtenMs ?? 0) - (a.writtenMs ?? 0)).map(({ base }) => base);
}

export function emptyWhenAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
