import { buildSnapshot } from '../../core/snapshot/build-snapshot.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { SnapshotChanges } from '../../core/snapshot/snapshot-changes.ts';
import type { SnapshotRows } from '../../core/snapshot/snapshot-rows.ts';
import { type RowKind, rowKinds } from '../snapshot-file/row-batch.ts';

type AnyRow = { readonly id: number };

/** Rows of one revision that changes bring to a later one, and the snapshot that they make. */
export type HeldRows = { apply(changes: SnapshotChanges): void; build(): Snapshot };

export function createHeldRows(): HeldRows {
  const held = new Map<RowKind, Map<number, AnyRow>>(rowKinds.map((kind) => [kind, new Map()]));
  let revision = 0;
  let builtAtMs = 0;
  return {
    apply(changes) {
      for (const [kind, rows] of held) {
        for (const id of changes.removed[kind] ?? []) rows.delete(id);
        for (const row of changes.upserted[kind] ?? []) rows.set(row.id, row);
      }
      ({ revision, builtAtMs } = changes);
    },
    build() {
      const rows = Object.fromEntries([...held].map(([kind, byId]) => [kind, [...byId.values()]]));
      return buildSnapshot({ revision, builtAtMs, ...rows } as unknown as SnapshotRows);
    },
  };
}
