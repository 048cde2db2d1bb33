import { sql, type Transaction } from 'kysely';
import { allRowRules } from '../../platform/db/row-rules/all-row-rules.ts';
import type { RowRules, SnapshotDependents } from '../../platform/db/row-rules/row-rules.ts';
import type { Database, StoredTouch } from '../../platform/db/schema.ts';
import type { RowKind } from '../snapshot/row-batch.ts';

/** IDs of rows that may have changed, by kind. */
export type TouchedIds = Readonly<Record<RowKind, ReadonlySet<number>>>;

const rules: ReadonlyMap<string, RowRules> = new Map(Object.entries(allRowRules));

/**
 * Returns the snapshot rows that a change of these objects may affect; null: unknown, or more than `limit`. Reads the
 * tables after the change.
 */
export async function touchedRows(
  transaction: Transaction<Database>,
  touches: readonly StoredTouch[],
  limit: number,
): Promise<TouchedIds | null> {
  const ids = emptyIds();
  for (const [kind, ofKind] of Object.entries(Object.groupBy(touches, (touch) => touch.kind))) {
    const impact = rules.get(kind)?.snapshot;
    if (impact === undefined) return null;
    if (impact === 'none') continue;
    for (const { id } of ofKind ?? []) if (impact.own !== null) ids[impact.own].add(id);
    for (const dependents of impact.dependents) {
      const of = (ofKind ?? []).filter((touch) => mayReach(touch, dependents)).map((touch) => touch.id);
      if (of.length === 0) continue;
      const { rows } = await sql<{ id: number }>`${dependents.ids(of)} limit ${limit + 1}`.execute(transaction);
      for (const { id } of rows) ids[dependents.kind].add(id);
    }
    if (Object.values(ids).reduce((sum, of) => sum + of.size, 0) > limit) return null;
  }
  return ids;
}

function mayReach({ members }: StoredTouch, dependents: SnapshotDependents): boolean {
  return (
    members === null ||
    dependents.members === undefined ||
    members.some((member) => dependents.members?.includes(member))
  );
}

function emptyIds(): Record<RowKind, Set<number>> {
  return {
    publishers: new Set(),
    publications: new Set(),
    locations: new Set(),
    formats: new Set(),
    positions: new Set(),
    creatives: new Set(),
    bookings: new Set(),
  };
}
