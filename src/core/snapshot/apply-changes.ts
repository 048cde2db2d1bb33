import { applyBookings } from './apply-bookings.ts';
import { applyInventory } from './apply-inventory.ts';
import type { OpenSnapshot } from './open-snapshot.ts';
import type { SnapshotChanges } from './snapshot-changes.ts';

/**
 * Brings a snapshot to a later revision, in place: what changed is joined anew, and only the lists in which it stands
 * change. The outcome is that of a snapshot which is built from all rows of that revision, whatever the way to it. One
 * bad row is left out and noted in `problems`.
 * Source: docs/decisions/0017-snapshot-in-place.md.
 */
export function applyChanges(snapshot: OpenSnapshot, changes: SnapshotChanges): void {
  const { upserted, removed } = changes;
  applyInventory(snapshot, upserted, removed);
  applyBookings(snapshot, upserted, removed);
  snapshot.revision = changes.revision;
  snapshot.builtAtMs = changes.builtAtMs;
  snapshot.changeCount += 1;
}
