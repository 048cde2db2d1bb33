import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { SnapshotChanges } from '../../core/snapshot/snapshot-changes.ts';
import { type BaseFile, type DeltaFile, deltasAfter, type SnapshotState } from '../snapshot-file/file-names.ts';
import { SnapshotDamagedError } from '../snapshot-file/row-lines.ts';
import type { SnapshotFolder } from '../snapshot-file/snapshot-folder.ts';
import { createHeldRows } from './held-rows.ts';

/** A process that serves works at a new snapshot for so long at a time; then requests that came meanwhile are answered. */
const sliceMs = 2;

/** A snapshot that follows its lineage of files. */
export type HeldSnapshot = {
  readonly lineage: string;
  readonly snapshot: () => Snapshot;
  /** In one go: no request comes in between. */
  apply(changes: SnapshotChanges): void;
};

/** A file that cannot be used: damaged, gone, or with rows that make no snapshot. */
export class UnusableFileError extends Error {
  readonly file: string;

  constructor(file: BaseFile, cause: unknown) {
    super(`${file.name} cannot be used`, { cause });
    this.file = file.name;
  }
}

export type Loaded = {
  /** null: the base cannot be used. */
  readonly held: HeldSnapshot | null;
  /** What kept it from the state that was asked for. */
  readonly fault: UnusableFileError | null;
};

/**
 * Builds the snapshot of a state from its files, batch by batch; `paced` leaves room for requests in between. Where a
 * delta cannot be used, the snapshot is that of the revision before it.
 */
export async function loadSnapshot(
  folder: SnapshotFolder,
  state: SnapshotState,
  { paced }: { readonly paced: boolean },
): Promise<Loaded> {
  const pace = paced ? createPace() : null;
  try {
    const held = await loadBase(folder, state.base, pace);
    try {
      for (const delta of deltasAfter(state.base.revision, state) ?? []) {
        await applyDelta(folder, held, delta);
        await pace?.();
      }
      return { held, fault: null };
    } catch (error) {
      return { held, fault: asFault(error) };
    }
  } catch (error) {
    return { held: null, fault: asFault(error) };
  }
}

/** Checks a delta and applies it. */
export async function applyDelta(folder: SnapshotFolder, held: HeldSnapshot, file: DeltaFile): Promise<void> {
  const changes = await readChecked(file, () => folder.readDelta(file));
  await readChecked(file, async () => held.apply(changes));
}

async function loadBase(folder: SnapshotFolder, file: BaseFile, pace: Pace | null): Promise<HeldSnapshot> {
  const { lineage, revision } = file;
  const rows = createHeldRows();
  const batches = folder.readBase(file);
  for (;;) {
    const { done, value } = await readChecked(file, () => batches.next());
    if (done) {
      rows.apply({ revision, builtAtMs: value.builtAtMs, upserted: {}, removed: {} });
      break;
    }
    rows.apply({ revision, builtAtMs: 0, upserted: { [value.kind]: value.rows }, removed: {} });
    await pace?.();
  }
  let snapshot = await readChecked(file, async () => rows.build());
  return {
    lineage,
    snapshot: () => snapshot,
    apply: (changes) => {
      rows.apply(changes);
      snapshot = rows.build();
    },
  };
}

/** Whatever is not the file's fault (too many open files, a disk that does not answer) is thrown as it is. */
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

/** Called after each piece of work: gives the thread away when the slice is over. */
function createPace(): Pace {
  let sliceStartMs = performance.now();
  return async () => {
    if (performance.now() - sliceStartMs < sliceMs) return;
    await nextTurn();
    sliceStartMs = performance.now();
  };
}
