import { setImmediate as nextTurn } from 'node:timers/promises';
import { askedPositions, hourTablesOf, prepareTables } from '../../../core/decision/tables/hour-tables.ts';
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
 * @param inPlaceOf snapshot in use. The draw tables of its requested positions are built in advance for the new one.
 * null if no snapshot is in use yet
 * @param onImageFault called if the image of the base cannot be used, so that the snapshot is built from its rows
 */
export async function loadSnapshot(
  folder: SnapshotFolder,
  state: SnapshotState,
  inPlaceOf: Snapshot | null,
  onImageFault: (error: SnapshotDamagedError) => void,
): Promise<Loaded> {
  const pace = createPace();
  try {
    const held = await loadBase(folder, state.base, pace, onImageFault);
    try {
      for (const delta of deltasAfter(state.base.revision, state) ?? []) {
        await applyDelta(folder, held, delta);
        await pace();
      }
      for (const id of inPlaceOf === null ? [] : askedPositions(inPlaceOf)) {
        prepareTables(held.snapshot, id, Date.now());
        await pace();
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
  onImageFault: (error: SnapshotDamagedError) => void,
): Promise<HeldSnapshot> {
  const opened = await openImageOf(folder, file, pace).catch((error: unknown) => {
    if (!(error instanceof SnapshotDamagedError)) throw error;
    onImageFault(error);
    return null;
  });
  const held = opened === null ? await loadRows(folder, file, pace) : holdSnapshot(file, opened);
  // Allocates its tables now instead of at the first request.
  hourTablesOf(held.snapshot);
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

function holdSnapshot({ lineage }: BaseFile, snapshot: OpenSnapshot): HeldSnapshot {
  let isTorn = false;
  return {
    snapshot,
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
