/*
 * The snapshot: an index of all rows that decisions need.
 *
 * - `snapshot-rows.ts`: the rows as written by the publisher. `snapshot.ts`: the index that decisions read.
 * - `apply-changes.ts` updates an index to the next revision. `build-snapshot.ts` does the same with an empty index.
 * - `apply-inventory.ts`, `apply-bookings.ts`, `bookings-of-positions.ts`: the parts of that.
 * - `candidate-list.ts`, `candidate-store.ts`: candidates by number. `layered-map.ts`: changes above an image.
 * - `image/`: a snapshot as typed arrays.
 * - `row-faults.ts`, `snapshot-problems.ts`: unusable rows and the reasons.
 *
 * Objects of a snapshot are replaced, never changed. See docs/internals/snapshot.md.
 */

import { applyChanges } from './apply-changes.ts';
import { createSnapshot, type OpenSnapshot } from './open-snapshot.ts';
import { fieldsOf } from './row-faults.ts';
import type { SnapshotRows } from './snapshot-rows.ts';

/** The rows as a whole are not a snapshot. The message names the fault. */
export class UnusableSnapshotError extends Error {}

/**
 * Builds the snapshot of one revision from all its rows. An invalid row is skipped and recorded in `problems`. Throws
 * `UnusableSnapshotError` if the rows as a whole cannot be used. Source: architecture 1 and 3.
 */
export function buildSnapshot(rows: SnapshotRows): OpenSnapshot {
  requireRows(rows);
  const { revision, builtAtMs, ...upserted } = rows;
  const snapshot = createSnapshot(revision, builtAtMs);
  applyChanges(snapshot, { revision, builtAtMs, upserted, removed: {} });
  return snapshot;
}

const tables = ['publishers', 'publications', 'locations', 'formats', 'positions', 'bookings', 'creatives'] as const;

function requireRows(rows: SnapshotRows): void {
  const fields = fieldsOf(rows);
  const revision = fields['revision'];
  if (!Number.isSafeInteger(revision) || (revision as number) < 0) throw new UnusableSnapshotError('no revision');
  if (!Number.isFinite(fields['builtAtMs'])) throw new UnusableSnapshotError('no builtAtMs');
  for (const table of tables) {
    if (!Array.isArray(fields[table])) throw new UnusableSnapshotError(`${table} is not a list`);
  }
}
