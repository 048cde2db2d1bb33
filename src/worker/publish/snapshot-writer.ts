import type { Kysely } from 'kysely';
import type { KnownRevision } from '../../exchange/revision/newest-revision.ts';
import { newLineage } from '../../exchange/snapshot/file-names.ts';
import type { RowBatch, SnapshotFolder, SnapshotState } from '../../exchange/snapshot/snapshot-folder.ts';
import type { Database } from '../../platform/db/schema.ts';
import { readAllRows } from './read-all-rows.ts';
import { readChanges } from './read-changes.ts';

/** Deltas behind a base, each a small file that a start reads. */
const maxDeltas = 500;
/** ... and their bytes: a start should not read much more than a fresh base would make it. */
const maxDeltaPart = 0.25;
const minDeltaBytes = 1024 * 1024;
/** Deltas older than a new base that stay: readers who lag behind follow them instead of building anew. */
const deltasForLaggards = 64;
/** Where files are damaged again and again, all rows are not read all the time. */
const repairPauseMs = 10_000;

type Published = {
  readonly state: SnapshotState;
  readonly newest: KnownRevision;
  readonly baseBytes: number;
  /** Of the deltas behind the base. */
  readonly deltaBytes: number;
};

export type SnapshotWriter = {
  /** Brings the folder to the newest revision; answers that revision, or null when there was nothing to write. */
  writeNewest(): Promise<number | null>;
  /** Resolves when nothing is being written any more. */
  settle(): Promise<void>;
};

/**
 * Writes snapshots of the newest revision: a small delta when it is known what was touched, else a base with all rows,
 * which begins a lineage of its own. When many deltas have come together, a new base of the same lineage is written
 * beside them, and edits go on meanwhile. A run begins with a base: another version of the program, or another
 * database, may have written what lies in the folder.
 */
export function createSnapshotWriter(options: {
  readonly database: Kysely<Database>;
  readonly folder: SnapshotFolder;
  readonly signal: AbortSignal;
  readonly deltasBeforeBase?: number;
  onCompactionFailure(error: unknown): void;
}): SnapshotWriter {
  const { database, folder, signal, deltasBeforeBase = maxDeltas } = options;
  let published: Published | null = null;
  let repairedAtMs = Number.NEGATIVE_INFINITY;
  let compaction: Promise<void> | null = null;
  let fresh: Published | null = null;

  async function writeNewest(): Promise<number | null> {
    // Taken before the changes are read: whatever they make of the history, this base is not newer than they are.
    const base = fresh;
    if (published === null) return publishBase();
    const [healthy, read] = await Promise.all([isHealthy(published), readChanges(database, published.newest)]);
    if (!healthy || read.kind === 'anything') return publishBase();
    let next = published;
    if (read.kind === 'changes') {
      const { lineage, revision: from } = published.state;
      const { file, bytes } = await folder.writeDelta({ lineage, from }, read.changes);
      const deltas = [...published.state.deltas, file];
      next = {
        ...published,
        newest: read.newest,
        state: { ...published.state, revision: file.revision, deltas },
        deltaBytes: published.deltaBytes + bytes,
      };
    }
    if (base !== null && base.state.lineage !== next.state.lineage) fresh = null;
    else if (base !== null && base.state.revision <= next.state.revision) {
      fresh = null;
      next = onBase(next, base);
    }
    if (next === published) return null;
    await folder.makeCurrent(next.state);
    published = next;
    compactWhenDue(next);
    return read.kind === 'changes' ? next.state.revision : null;
  }

  /** Nobody else has written to the folder, and nobody has found anything damaged. */
  async function isHealthy({ state }: Published): Promise<boolean> {
    const current = await folder.current();
    if (current?.lineage !== state.lineage || current.revision !== state.revision) return false;
    if (performance.now() - repairedAtMs < repairPauseMs) return true;
    const reports = await folder.damageReports();
    const isDamaged = [state.base, ...state.deltas].some((file) => reports.includes(file.name));
    if (isDamaged) repairedAtMs = performance.now();
    return !isDamaged;
  }

  async function publishBase(): Promise<number> {
    const written = await writeBase(newLineage());
    await folder.makeCurrent(written.state);
    published = written;
    return written.state.revision;
  }

  function writeBase(lineage: string): Promise<Published> {
    return readAllRows(database, async ({ newest, builtAtMs, batches }) => {
      const { revision } = newest;
      const { file, bytes } = await folder.writeBase({ lineage, revision, builtAtMs }, until(signal, batches));
      return { newest, baseBytes: bytes, deltaBytes: 0, state: { lineage, revision, base: file, deltas: [] } };
    });
  }

  function compactWhenDue({ state, baseBytes, deltaBytes }: Published): void {
    if (compaction !== null || fresh !== null) return;
    const count = state.deltas.filter((delta) => delta.revision > state.base.revision).length;
    if (count < deltasBeforeBase && deltaBytes < Math.max(minDeltaBytes, baseBytes * maxDeltaPart)) return;
    compaction = writeBase(state.lineage)
      .then((written) => {
        fresh = written;
      })
      .catch(options.onCompactionFailure)
      .finally(() => {
        compaction = null;
      });
  }

  return { writeNewest, settle: async () => (await compaction) ?? undefined };
}

/** The same state on a newer base. */
function onBase(published: Published, { state: { base }, baseBytes }: Published): Published {
  const { state } = published;
  const behind = state.deltas.filter((delta) => delta.revision > base.revision);
  const older = state.deltas.filter((delta) => delta.revision <= base.revision).slice(-deltasForLaggards);
  return { ...published, baseBytes, deltaBytes: 0, state: { ...state, base, deltas: [...older, ...behind] } };
}

async function* until(signal: AbortSignal, batches: AsyncIterable<RowBatch>): AsyncGenerator<RowBatch> {
  for await (const batch of batches) {
    signal.throwIfAborted();
    yield batch;
  }
}
