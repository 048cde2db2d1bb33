import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { applyChanges } from '../../core/snapshot/apply-changes.ts';
import { createSnapshot, type OpenSnapshot } from '../../core/snapshot/open-snapshot.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { ChangedRows, SnapshotChanges } from '../../core/snapshot/snapshot-changes.ts';
import { SnapshotDamagedError } from '../snapshot/row-lines.ts';
import { openSnapshotFolder, type SnapshotFolder, type SnapshotState } from '../snapshot/snapshot-folder.ts';
import { createRowFilter, type RowFilter, type WantedBookings } from './wanted-rows.ts';

/**
 * Tolerance for clock differences between processes of one machine, and for files written just before they are served.
 */
const slackMs = 2_000;

/** A snapshot of a past revision with a part of its bookings. */
export type PastSnapshot = {
  readonly snapshot: Snapshot;
  /** Updates it to a later revision of the same files; false: they do not contain it. */
  follow(revision: number): Promise<boolean>;
  /** Applies draft rows. It cannot be updated afterwards. */
  think(rows: ChangedRows): void;
};

export type PastSnapshots = {
  /**
   * Opens the snapshot of a revision; null: no longer available.
   * @param atMs epoch ms at which it was served; a restored database can repeat revision numbers
   */
  open(revision: number, atMs: number, wanted: WantedBookings): Promise<PastSnapshot | null>;
  /** Returns the current revision and the oldest available one. */
  revisions(): Promise<{ readonly newest: number; readonly oldest: number } | null>;
};

/** Opens past snapshots in the given folders. */
export function openPastSnapshots(folders: readonly string[]): PastSnapshots {
  const opened = folders.map((path) => ({ path, folder: openSnapshotFolder(path) }));
  return {
    async open(revision, atMs, wanted) {
      for (const candidate of await candidatesFor(opened, revision, atMs)) {
        const past = await load(candidate, revision, wanted).catch(nullWhenGone);
        if (past !== null) return past;
      }
      return null;
    },
    async revisions() {
      const states = (await Promise.all(opened.map(({ folder }) => folder.fallbacks()))).flat();
      const [current] = (await Promise.all(opened.map(({ folder }) => folder.current()))).filter((one) => one !== null);
      const newest = current?.revision ?? Math.max(...states.map(({ revision }) => revision));
      const oldest = Math.min(newest, ...states.map(({ base }) => base.revision));
      return Number.isFinite(newest) ? { newest, oldest } : null;
    },
  };
}

type SnapshotCandidate = { readonly folder: SnapshotFolder; readonly state: SnapshotState };

/** Returns the files that may contain a revision, most likely first: based on the newest base at that time. */
async function candidatesFor(
  opened: readonly { readonly path: string; readonly folder: SnapshotFolder }[],
  revision: number,
  atMs: number,
): Promise<readonly SnapshotCandidate[]> {
  const candidates: (SnapshotCandidate & { readonly writtenMs: number })[] = [];
  for (const { path, folder } of opened) {
    for (const state of await folder.fallbacks()) {
      if (state.base.revision > revision || state.revision < revision) continue;
      const found = await stat(join(path, state.base.name)).catch(() => null);
      if (found !== null) candidates.push({ folder, state, writtenMs: found.mtimeMs });
    }
  }
  const wasThere = ({ writtenMs }: { readonly writtenMs: number }) => (writtenMs <= atMs + slackMs ? 0 : 1);
  return candidates.sort((a, b) => wasThere(a) - wasThere(b) || b.writtenMs - a.writtenMs);
}

async function load(
  { folder, state }: SnapshotCandidate,
  revision: number,
  wanted: WantedBookings,
): Promise<PastSnapshot> {
  const files = state.deltas.filter((delta) => delta.revision > state.base.revision);
  const deltas: SnapshotChanges[] = [];
  for (const file of files) {
    // Later deltas are needed to know which creatives a booking will refer to.
    if (file.revision <= revision || wanted.kind === 'bookings') deltas.push(await folder.readDelta(file));
  }
  const filter = createRowFilter(
    wanted,
    deltas.filter((delta) => delta.revision <= revision),
  );
  for (const { upserted } of deltas) filter.expect(upserted);
  const snapshot = createSnapshot(state.base.revision, 0);
  await applyBase(folder, state, snapshot, filter);
  let reached = 0;
  const follow = async (to: number): Promise<boolean> => {
    for (; reached < deltas.length && (deltas[reached] as SnapshotChanges).revision <= to; reached += 1) {
      const delta = deltas[reached] as SnapshotChanges;
      applyChanges(snapshot, { ...delta, upserted: filter.ofDelta(delta.upserted) });
    }
    return snapshot.revision === to;
  };
  await follow(revision);
  const think = (upserted: ChangedRows): void =>
    applyChanges(snapshot, { revision: snapshot.revision, builtAtMs: snapshot.builtAtMs, upserted, removed: {} });
  return { snapshot, follow, think };
}

async function applyBase(
  folder: SnapshotFolder,
  { base }: SnapshotState,
  snapshot: OpenSnapshot,
  filter: RowFilter,
): Promise<void> {
  const rows: { -readonly [Kind in keyof ChangedRows]: unknown[] } = {};
  const batches = folder.readBase(base);
  for (;;) {
    const { done, value } = await batches.next();
    if (done) {
      const upserted = filter.withCreatives(rows as ChangedRows);
      applyChanges(snapshot, { revision: base.revision, builtAtMs: value.builtAtMs, upserted, removed: {} });
      return;
    }
    const wanted = value.kind === 'bookings' ? filter.bookings(value.rows, rows as ChangedRows) : value.rows;
    const list = rows[value.kind] ?? [];
    for (const row of wanted) list.push(row);
    rows[value.kind] = list;
  }
}

function nullWhenGone(error: unknown): null {
  if (error instanceof SnapshotDamagedError) return null;
  throw error;
}
