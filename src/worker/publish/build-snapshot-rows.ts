import type { Kysely } from 'kysely';
import type { SnapshotRows } from '../../core/snapshot/snapshot-rows.ts';
import { type RowKind, rowKinds } from '../../exchange/snapshot/row-batch.ts';
import type { Database } from '../../platform/db/schema.ts';
import { readAllRows } from './read-all-rows.ts';

/** Builds all rows of the newest committed revision that ad requests may use, in memory. */
export function buildSnapshotRows(database: Kysely<Database>): Promise<SnapshotRows> {
  return readAllRows(database, async ({ newest, builtAtMs, batches }) => {
    const rows = Object.fromEntries(rowKinds.map((kind): [RowKind, unknown[]] => [kind, []]));
    for await (const batch of batches) rows[batch.kind]?.push(...batch.rows);
    return { revision: newest.revision, builtAtMs, ...rows } as unknown as SnapshotRows;
  });
}
