/*
 * The files of snapshots.
 *
 * - `snapshot-folder.ts`: where snapshots pass from the publisher to delivery. `current-pointer.ts`: `current.json`.
 * - `row-lines.ts`, `batch-lines.ts`, `row-batch.ts`: lines of rows. `booking-columns.ts`, `column.ts`: bookings as
 *   columns.
 * - `targeting-numbers.ts`: targeting as numbers. `file-names.ts`, `remove-old-files.ts`: names, and cleaning up.
 * - `acknowledgements.ts`: which process serves which revision.
 *
 * Written by `worker/publish`, read by `delivery/decide/snapshot`. See docs/internals/snapshot.md.
 */

import { watch } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotChanges } from '../../core/snapshot/snapshot-changes.ts';
import { replaceFile, syncFiles } from '../../platform/durable/write-durably.ts';
import { type Acknowledgement, Acknowledgements, type ProcessCounts } from './acknowledgements.ts';
import { createPointerReader, emptyWhenAbsent, pointerName, statesByNames, writePointer } from './current-pointer.ts';
import { type BaseFile, baseName, type DeltaFile, deltaName, type SnapshotState } from './file-names.ts';
import { removeOldFiles } from './remove-old-files.ts';
import { batchesOf, type RowBatch } from './row-batch.ts';
import { type RowFileHeader, readRowFile, writeRowFile } from './row-lines.ts';

export type { Acknowledgement, RowBatch, SnapshotState };

type Written<File> = { readonly file: File; readonly bytes: number };

/** Where snapshots pass from the publisher to the delivery processes, and acknowledgements back. */
export type SnapshotFolder = {
  /** Writes a file of all rows of a revision, which readers know when `makeCurrent` has named it. */
  writeBase(
    base: Omit<BaseFile, 'name'> & { readonly builtAtMs: number },
    batches: Iterable<RowBatch> | AsyncIterable<RowBatch>,
  ): Promise<Written<BaseFile>>;
  /** The same for what has changed after revision `from`. */
  writeDelta(follows: Pick<DeltaFile, 'lineage' | 'from'>, changes: SnapshotChanges): Promise<Written<DeltaFile>>;
  /**
   * Makes this the state that is served, and removes files that no reader needs any more. Readers see it before it is on
   * disk, where it is when this resolves: what the power takes in between is found damaged, and the state before serves.
   */
  makeCurrent(state: SnapshotState): Promise<void>;
  /** The current state; null before the first, and when the pointer to it is damaged. Cheap enough to ask every 100 ms. */
  current(): Promise<SnapshotState | null>;
  /** States that can be read when there is no current one or it is damaged, the newest first. */
  fallbacks(): Promise<readonly SnapshotState[]>;
  currentRevision(): Promise<number | null>;
  /** Rows of a file; what it yields may be used when it has ended without throwing `SnapshotDamagedError`. */
  readBase(file: BaseFile): AsyncGenerator<RowBatch, RowFileHeader>;
  readDelta(file: DeltaFile): Promise<SnapshotChanges>;
  /** Calls `notice` soon after another state was made current, on file systems that tell; answers how to stop. */
  watch(notice: () => void): () => void;
  /** Tells the publisher that a file of the current state cannot be used. */
  reportDamage(name: string): Promise<void>;
  damageReports(): Promise<readonly string[]>;
  /** What a file holds, to be taken elsewhere. */
  contentOf(name: string): Promise<Buffer>;
  /** Takes a file over that was written elsewhere, also in the place of a damaged one. */
  takeOver(name: string, content: Buffer): Promise<void>;
  /** Which files are here. */
  names(): Promise<ReadonlySet<string>>;
  /** Says that this process serves the revision, and keeps saying so every second until `forget`. */
  acknowledge(processId: string, revision: number): Promise<void>;
  /** What the delivery processes serve that showed life within the last five seconds. */
  acknowledgements(): Promise<readonly Acknowledgement[]>;
  forget(processId: string): Promise<void>;
};

/** @param count what this process has done, which it tells with each sign of life */
export function openSnapshotFolder(folder: string, count: (() => ProcessCounts) | null = null): SnapshotFolder {
  const acknowledgements = new Acknowledgements(join(folder, 'acknowledgements'), count);
  const current = createPointerReader(folder);
  const reports = join(folder, 'damaged');
  let cleanedFor = '';
  let syncedBase = '';
  return {
    writeBase: (base, batches) => writeBase(folder, base, batches),
    writeDelta: (follows, changes) => writeDelta(folder, follows, changes),
    makeCurrent: async (state) => {
      if (state.base.name !== syncedBase) await syncFiles(folder, [state.base.name]);
      syncedBase = state.base.name;
      await writePointer(folder, state);
      const newest = state.deltas.at(-1);
      await syncFiles(folder, newest === undefined ? [pointerName] : [newest.name, pointerName]);
      if (cleanedFor === state.base.name) return;
      await removeOldFiles(folder, state);
      // What was damaged was not of this base; who finds something in it says so again.
      const told = await readdir(reports).catch(emptyWhenAbsent);
      await Promise.all(told.map((name) => rm(join(reports, name), { force: true })));
      cleanedFor = state.base.name;
    },
    current,
    fallbacks: () => statesByNames(folder),
    currentRevision: async () => (await current())?.revision ?? null,
    readBase: (file) => readRowFile(join(folder, file.name), file),
    readDelta: (file) => readDelta(folder, file),
    watch: (notice) => watchFolder(folder, notice),
    reportDamage: async (name) => {
      await mkdir(reports, { recursive: true });
      await replaceFile(join(reports, name), '');
    },
    damageReports: () => readdir(reports).catch(emptyWhenAbsent),
    contentOf: (name) => readFile(join(folder, name)),
    takeOver: async (name, content) => {
      await mkdir(folder, { recursive: true });
      await replaceFile(join(folder, name), content);
      await rm(join(reports, name), { force: true });
    },
    names: async () => new Set(await readdir(folder).catch(emptyWhenAbsent)),
    acknowledge: (processId, revision) => acknowledgements.acknowledge(processId, revision),
    acknowledgements: () => acknowledgements.list(),
    forget: (processId) => acknowledgements.forget(processId),
  };
}

async function writeBase(
  folder: string,
  base: Omit<BaseFile, 'name'> & { readonly builtAtMs: number },
  batches: Iterable<RowBatch> | AsyncIterable<RowBatch>,
): Promise<Written<BaseFile>> {
  await mkdir(folder, { recursive: true });
  const { lineage, revision, builtAtMs } = base;
  const nameOf = (checksum: string) => baseName(base, checksum);
  const { name, bytes } = await writeRowFile(folder, { header: { lineage, revision, builtAtMs }, batches, nameOf });
  return { file: { name, lineage, revision }, bytes };
}

async function writeDelta(
  folder: string,
  { lineage, from }: Pick<DeltaFile, 'lineage' | 'from'>,
  { revision, builtAtMs, upserted, removed }: SnapshotChanges,
): Promise<Written<DeltaFile>> {
  const { name, bytes } = await writeRowFile(folder, {
    header: { lineage, revision, builtAtMs, from, removed },
    batches: batchesOf(upserted),
    nameOf: (checksum) => deltaName({ lineage, from, revision }, checksum),
  });
  return { file: { name, lineage, from, revision }, bytes };
}

async function readDelta(folder: string, file: DeltaFile): Promise<SnapshotChanges> {
  const rows: Record<string, unknown[]> = {};
  const reading = readRowFile(join(folder, file.name), file);
  for (;;) {
    const { done, value } = await reading.next();
    if (done)
      return { revision: value.revision, builtAtMs: value.builtAtMs, upserted: rows, removed: value.removed ?? {} };
    rows[value.kind] = [...(rows[value.kind] ?? []), ...value.rows];
  }
}

/** The folder and not the file, because the file is replaced. Where nothing can be watched the reader's own poll is enough. */
function watchFolder(folder: string, notice: () => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || name === pointerName) notice();
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
