import type { Kysely } from 'kysely';
import type { KnownRevision } from '../../exchange/revision/newest-revision.ts';
import { newLineage } from '../../exchange/snapshot/file-names.ts';
import type { RowBatch, SnapshotFolder, SnapshotState } from '../../exchange/snapshot/snapshot-folder.ts';
import type { Database } from '../../platform/db/schema.ts';
import { readAllRows } from './read-all-rows.ts';
import { readChanges } from './read-changes.ts';

/** Maximum number of deltas of a base. Each is a small file that is read at start. */
const maxDeltas = 500;
/** Maximum size of deltas relative to the base, so that a start reads little more than with a fresh base. */
const maxDeltaPart = 0.25;
const minDeltaBytes = 1024 * 1024;
/** Deltas before a new base that are retained, so that lagging readers can follow them instead of loading the base. */
const deltasForLaggards = 64;
/** Minimum interval of full reads when files are damaged repeatedly. */
const repairPauseMs = 10_000;

type Published = {
  readonly state: SnapshotState;
  readonly newest: KnownRevision;
  readonly baseBytes: number;
  /** Bytes of the deltas since the base. */
  readonly deltaBytes: number;
};

export type SnapshotWriter = {
  /** Updates the folder to the newest revision. Returns that revision; null: nothing to write. */
  writeNewest(): Promise<number | null>;
  /** Resolves when no write is in progress. */
  settle(): Promise<void>;
};

/**
 * Writes snapshots of the newest revision: a small delta if the changed rows are known, else a base with all rows,
 * which starts a new lineage. After many deltas, a new base of the same lineage is written in the background while
 * edits continue. A run starts with a base, because another program version or another database may have written the
 * folder.
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
    // Assigned before the changes are read, so the base is not newer than the changes.
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

  /** No other process has written to the folder, and no damage was reported. */
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

/** Returns the same state on a newer base. */
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
