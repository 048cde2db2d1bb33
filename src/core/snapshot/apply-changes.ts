import { applyBookings } from './apply-bookings.ts';
import { applyInventory } from './apply-inventory.ts';
import type { OpenSnapshot } from './open-snapshot.ts';
import type { SnapshotChanges } from './snapshot-changes.ts';

/**
 * Updates a snapshot to a later revision in place. Only changed rows are joined again, and only the lists that contain
 * them change. The result equals a snapshot built from all rows of that revision, for any sequence of changes. An
 * invalid row is skipped and recorded in `problems`. Source: docs/decisions/0017-snapshot-in-place.md.
 */
export function applyChanges(snapshot: OpenSnapshot, changes: SnapshotChanges): void {
  const { upserted, removed } = changes;
  applyInventory(snapshot, upserted, removed);
  applyBookings(snapshot, upserted, removed);
  snapshot.revision = changes.revision;
  snapshot.builtAtMs = changes.builtAtMs;
  snapshot.changeCount += 1;
}
