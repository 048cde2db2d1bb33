/*
 * Files of snapshots.
 *
 * - `snapshot-folder.ts`: exchange between publisher and delivery. `current-pointer.ts`: `current.json`.
 * - `row-lines.ts`, `batch-lines.ts`, `row-batch.ts`: lines of rows. `booking-columns.ts`, `column.ts`: bookings as
 *   columns.
 * - `image/`: the image of a base, which delivery processes load instead of its rows.
 * - `targeting-numbers.ts`: targeting as numbers. `file-names.ts`, `remove-old-files.ts`: names, and cleanup.
 * - `acknowledgements.ts`: the revision that each process serves.
 *
 * Written by `worker/publish`, read by `delivery/decide/snapshot`. See docs/internals/snapshot.md.
 */

import { watch } from 'node:fs';
import { access, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotImage } from '../../core/snapshot/image/open-image.ts';
import type { SnapshotChanges } from '../../core/snapshot/snapshot-changes.ts';
import { replaceFile, syncFiles } from '../../platform/durable/write-durably.ts';
import { weighSharedBuffer } from '../../platform/process/weigh-shared-buffer.ts';
import { type Acknowledgement, Acknowledgements, type ProcessCounts } from './acknowledgements.ts';
import { createPointerReader, emptyWhenAbsent, pointerName, statesByNames, writePointer } from './current-pointer.ts';
import { type BaseFile, baseName, type DeltaFile, deltaName, type SnapshotState } from './file-names.ts';
import { imageNameOf } from './image/image-layout.ts';
import { imageIn, readImageBytes } from './image/image-reader.ts';
import { createImageWriter } from './image/image-writer.ts';
import { removeOldFiles } from './remove-old-files.ts';
import { batchesOf, type RowBatch } from './row-batch.ts';
import { type RowFileHeader, readRowFile, writeRowFile } from './row-lines.ts';

export type { Acknowledgement, RowBatch, SnapshotState };

type Written<File> = { readonly file: File; readonly bytes: number };

/** Exchange of snapshots from the publisher to the delivery processes, and of acknowledgements back. */
export type SnapshotFolder = {
  /** Writes a file with all rows of a revision, and its image. Readers learn of it through `makeCurrent`. */
  writeBase(
    base: Omit<BaseFile, 'name'> & { readonly builtAtMs: number },
    batches: Iterable<RowBatch> | AsyncIterable<RowBatch>,
  ): Promise<Written<BaseFile>>;
  /** Writes a file with the changes since revision `from`. */
  writeDelta(follows: Pick<DeltaFile, 'lineage' | 'from'>, changes: SnapshotChanges): Promise<Written<DeltaFile>>;
  /**
   * Makes a state current and removes files that no reader needs. Readers see it before it is durable, which it is when
   * this resolves. After a power failure in between, damaged files are detected and the previous state is served.
   */
  makeCurrent(state: SnapshotState): Promise<void>;
  /** Returns the current state; null: none yet, or its pointer is damaged. Cheap enough to call every 100 ms. */
  current(): Promise<SnapshotState | null>;
  /** Returns readable states for the case that the current one is missing or damaged, newest first. */
  fallbacks(): Promise<readonly SnapshotState[]>;
  currentRevision(): Promise<number | null>;
  /** Yields the rows of a file. Use them only if it ends without throwing `SnapshotDamagedError`. */
  readBase(file: BaseFile): AsyncGenerator<RowBatch, RowFileHeader>;
  /**
   * Reads the image of a base; null: there is none. Throws `SnapshotDamagedError` if it cannot be used. The rows of the
   * base are then still usable.
   */
  readImage(file: BaseFile): Promise<SnapshotImage | null>;
  readDelta(file: DeltaFile): Promise<SnapshotChanges>;
  /**
   * Calls `notice` soon after another state was made current, if the file system supports it. Returns a function that
   * stops watching.
   */
  watch(notice: () => void): () => void;
  /** Reports to the publisher that a file of the current state is unusable. */
  reportDamage(name: string): Promise<void>;
  damageReports(): Promise<readonly string[]>;
  /** Returns the content of a file for transfer to other hosts. */
  contentOf(name: string): Promise<Buffer>;
  /** Stores a file that was written elsewhere. Replaces a damaged one. */
  takeOver(name: string, content: Buffer): Promise<void>;
  /** Returns the names of the files in this folder. */
  names(): Promise<ReadonlySet<string>>;
  /** Acknowledges that this process serves the revision, and sends heartbeats every second until `forget`. */
  acknowledge(processId: string, revision: number): Promise<void>;
  /** Returns the acknowledgements of delivery processes with a heartbeat within the last 5 seconds. */
  acknowledgements(): Promise<readonly Acknowledgement[]>;
  forget(processId: string): Promise<void>;
};

/**
 * Returns the verified bytes of the image of a base, by the name of its row file, from memory shared with other threads.
 * null: it is not shared.
 */
export type SharedImages = (base: string) => Promise<SharedArrayBuffer | null>;

/**
 * @param count counts of this process, sent with each heartbeat
 * @param sharedImages source of images that is preferred to their files
 */
export function openSnapshotFolder(
  folder: string,
  count: (() => ProcessCounts) | null = null,
  sharedImages: SharedImages = async () => null,
): SnapshotFolder {
  const acknowledgements = new Acknowledgements(join(folder, 'acknowledgements'), count);
  const current = createPointerReader(folder);
  const reports = join(folder, 'damaged');
  let cleanedFor = '';
  let syncedBase = '';
  return {
    writeBase: (base, batches) => writeBase(folder, base, batches),
    writeDelta: (follows, changes) => writeDelta(folder, follows, changes),
    makeCurrent: async (state) => {
      if (state.base.name !== syncedBase) await syncFiles(folder, await filesOfBase(folder, state.base.name));
      syncedBase = state.base.name;
      await writePointer(folder, state);
      const newest = state.deltas.at(-1);
      await syncFiles(folder, newest === undefined ? [pointerName] : [newest.name, pointerName]);
      if (cleanedFor === state.base.name) return;
      await removeOldFiles(folder, state);
      // Earlier reports are obsolete. Damage of this base is reported again.
      const told = await readdir(reports).catch(emptyWhenAbsent);
      await Promise.all(told.map((name) => rm(join(reports, name), { force: true })));
      cleanedFor = state.base.name;
    },
    current,
    fallbacks: () => statesByNames(folder),
    currentRevision: async () => (await current())?.revision ?? null,
    readBase: (file) => readRowFile(join(folder, file.name), file),
    readImage: async ({ name }) => {
      const path = join(folder, imageNameOf(name));
      const bytes = (await sharedImages(name)) ?? (await readImageBytes(path));
      if (bytes === null) return null;
      weighSharedBuffer(bytes);
      return imageIn(path, bytes, name);
    },
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
  const image = await createImageWriter(folder);
  async function* observed(): AsyncGenerator<RowBatch> {
    for await (const batch of batches) {
      await image.add(batch);
      yield batch;
    }
  }
  try {
    const header = { lineage, revision, builtAtMs };
    const { name, bytes } = await writeRowFile(folder, { header, batches: observed(), nameOf });
    await image.finish({ name, revision, builtAtMs });
    return { file: { name, lineage, revision }, bytes };
  } catch (error) {
    await image.discard();
    throw error;
  }
}

async function filesOfBase(folder: string, name: string): Promise<string[]> {
  const image = imageNameOf(name);
  const hasImage = await access(join(folder, image)).then(
    () => true,
    () => false,
  );
  return hasImage ? [name, image] : [name];
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

/** Watches the folder, because the file is replaced. Without file notifications the polling of the reader suffices. */
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
