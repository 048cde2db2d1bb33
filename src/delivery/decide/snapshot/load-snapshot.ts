import { setImmediate as nextTurn } from 'node:timers/promises';
import { weightsHoldMs } from '../../../core/decision/draw/share.ts';
import {
  askedPositions,
  hourTablesOf,
  prepareTables,
  sizeOfTables,
  startSharedTables,
} from '../../../core/decision/tables/hour-tables.ts';
import {
  openSharedTables,
  type SharedTables,
  type SharedTablesSize,
} from '../../../core/decision/tables/shared-tables.ts';
import { applyChanges } from '../../../core/snapshot/apply-changes.ts';
import { openImage } from '../../../core/snapshot/image/open-image.ts';
import { createSnapshot, type OpenSnapshot } from '../../../core/snapshot/open-snapshot.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { SnapshotChanges } from '../../../core/snapshot/snapshot-changes.ts';
import {
  type BaseFile,
  type DeltaFile,
  deltasAfter,
  type SnapshotState,
} from '../../../exchange/snapshot/file-names.ts';
import { SnapshotDamagedError } from '../../../exchange/snapshot/row-lines.ts';
import type { SnapshotFolder } from '../../../exchange/snapshot/snapshot-folder.ts';
import { weighSharedBuffer } from '../../../platform/process/weigh-shared-buffer.ts';

/** Milliseconds for which a serving process works on a new snapshot before it answers waiting requests. */
const sliceMs = 2;

/** A snapshot that follows its lineage of files. */
export type HeldSnapshot = {
  readonly snapshot: Snapshot;
  /**
   * null after a change failed halfway. The snapshot then remains in use without following new changes until another
   * one is built.
   */
  lineage(): string | null;
  /** Applies the changes synchronously, so that no request runs in between. */
  apply(changes: SnapshotChanges): void;
  /** Returns the draw tables of an hour (hours since the epoch) that several threads use; null: none. */
  sharedTables(hour: number): Promise<SharedTables | null>;
};

/**
 * Returns the memory of the draw tables of an hour (hours since the epoch) that several threads use, for the image of a
 * base, by the name of its row file; null: none.
 */
export type SharedTablesSource = (
  base: string,
  hour: number,
  size: SharedTablesSize,
) => Promise<SharedArrayBuffer | null>;

export type LoadOptions = {
  /**
   * Snapshot in use. The draw tables of its requested positions are built in advance for the new one. null if no
   * snapshot is in use yet
   */
  readonly inPlaceOf: Snapshot | null;
  readonly tablesSource: SharedTablesSource;
  /** Called if the image of the base cannot be used, so that the snapshot is built from its rows. */
  onImageFault(error: SnapshotDamagedError): void;
};

/** A file that cannot be used: damaged, missing, or with rows that do not form a snapshot. */
export class UnusableFileError extends Error {
  readonly file: string;

  constructor(file: BaseFile, cause: unknown) {
    super(`${file.name} cannot be used`, { cause });
    this.file = file.name;
  }
}

export type Loaded = {
  /** null if the base cannot be used. */
  readonly held: HeldSnapshot | null;
  /** Fault that prevented the requested state. null if there is none. */
  readonly fault: UnusableFileError | null;
};

/**
 * Builds the snapshot of a state from its files in batches. If a delta cannot be used, the snapshot is that of the
 * revision before it.
 * Requests run between the batches.
 */
export async function loadSnapshot(
  folder: SnapshotFolder,
  state: SnapshotState,
  options: LoadOptions,
): Promise<Loaded> {
  const { inPlaceOf } = options;
  const pace = createPace();
  try {
    const held = await loadBase(folder, state.base, pace, options);
    try {
      for (const delta of deltasAfter(state.base.revision, state) ?? []) {
        await applyDelta(folder, held, delta);
        await pace();
      }
      for (const id of inPlaceOf === null ? [] : askedPositions(inPlaceOf)) {
        const position = held.snapshot.positionById.get(id);
        if (position === undefined) continue;
        for (const _ of prepareTables(hourTablesOf(held.snapshot), position, Date.now())) await pace();
      }
      return { held, fault: null };
    } catch (error) {
      return { held, fault: asFault(error) };
    }
  } catch (error) {
    return { held: null, fault: asFault(error) };
  }
}

/** Verifies a delta and applies it. */
export async function applyDelta(folder: SnapshotFolder, held: HeldSnapshot, file: DeltaFile): Promise<void> {
  const changes = await readChecked(file, () => folder.readDelta(file));
  await readChecked(file, async () => held.apply(changes));
}

async function loadBase(
  folder: SnapshotFolder,
  file: BaseFile,
  pace: Pace,
  { onImageFault, tablesSource }: LoadOptions,
): Promise<HeldSnapshot> {
  const opened = await openImageOf(folder, file, pace).catch((error: unknown) => {
    if (!(error instanceof SnapshotDamagedError)) throw error;
    onImageFault(error);
    return null;
  });
  const held = opened === null ? await loadRows(folder, file, pace) : holdSnapshot(file, opened, tablesSource);
  const shared = await held.sharedTables(Math.floor(Date.now() / weightsHoldMs));
  await nextTurn();
  // Allocates its tables now instead of at the first request.
  if (shared === null) hourTablesOf(held.snapshot);
  else startSharedTables(held.snapshot, shared);
  await nextTurn();
  return held;
}

/** Opens the image of a base; null: there is none. */
async function openImageOf(folder: SnapshotFolder, file: BaseFile, pace: Pace): Promise<OpenSnapshot | null> {
  const image = await folder.readImage(file);
  if (image === null) return null;
  const steps = openImage(image);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pace();
  }
}

async function loadRows(folder: SnapshotFolder, file: BaseFile, pace: Pace): Promise<HeldSnapshot> {
  const { revision } = file;
  const held = holdSnapshot(file, createSnapshot(revision, 0));
  const batches = folder.readBase(file);
  for (;;) {
    const { done, value } = await readChecked(file, () => batches.next());
    const upserted = done ? {} : { [value.kind]: value.rows };
    const builtAtMs = done ? value.builtAtMs : 0;
    await readChecked(file, async () => held.apply({ revision, builtAtMs, upserted, removed: {} }));
    if (done) return held;
    await pace();
  }
}

/** @param tablesSource null: the snapshot has no image, and therefore its own candidate numbers */
function holdSnapshot(
  { lineage, name }: BaseFile,
  snapshot: OpenSnapshot,
  tablesSource: SharedTablesSource | null = null,
): HeldSnapshot {
  let isTorn = false;
  const size = sizeOfTables(snapshot);
  return {
    snapshot,
    async sharedTables(hour) {
      const memory = (await tablesSource?.(name, hour, size)) ?? null;
      if (memory === null) return null;
      weighSharedBuffer(memory);
      return openSharedTables(memory);
    },
    lineage: () => (isTorn ? null : lineage),
    apply(changes) {
      isTorn = true;
      applyChanges(snapshot, changes);
      isTorn = false;
    },
  };
}

/** Errors that are not caused by the file (too many open files, an unresponsive disk) are thrown unchanged. */
async function readChecked<Result>(file: BaseFile, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const isOurs = (error as NodeJS.ErrnoException).syscall !== undefined;
    throw isOurs && !(error instanceof SnapshotDamagedError) ? error : new UnusableFileError(file, error);
  }
}

function asFault(error: unknown): UnusableFileError {
  if (error instanceof UnusableFileError) return error;
  throw error;
}

type Pace = () => Promise<void>;

/** Called after each piece of work. Yields to the event loop when the time slice is over. */
function createPace(): Pace {
  let sliceStartMs = performance.now();
  return async () => {
    if (performance.now() - sliceStartMs < sliceMs) return;
    await nextTurn();
    sliceStartMs = performance.now();
  };
}
