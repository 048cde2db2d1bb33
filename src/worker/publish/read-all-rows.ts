import type { Kysely, Transaction } from 'kysely';
import { inOneMoment, type KnownRevision } from '../../exchange/revision/newest-revision.ts';
import { readSnapshotBookings } from '../../exchange/rows/snapshot-bookings.ts';
import { readSnapshotCreatives } from '../../exchange/rows/snapshot-creatives.ts';
import {
  readSnapshotFormats,
  readSnapshotLocations,
  readSnapshotPositions,
  readSnapshotPublications,
  readSnapshotPublishers,
} from '../../exchange/rows/snapshot-inventory.ts';
import type { WhichRows } from '../../exchange/rows/which-rows.ts';
import { batchesOf, type RowBatch, type RowKind, rowKinds } from '../../exchange/snapshot/row-batch.ts';
import type { Database } from '../../platform/db/schema.ts';

/** Rows per page: about 10 ms of this thread, which also serves the management API. */
const pageRows = 500;

export type AllRows = {
  readonly newest: KnownRevision;
  readonly builtAtMs: number;
  readonly batches: AsyncIterable<RowBatch>;
};

type Reader = (transaction: Transaction<Database>, which: WhichRows) => Promise<readonly { readonly id: number }[]>;

/** Reader of each kind of row. Rows that must not be delivered are omitted. */
export const rowReaders: Readonly<Record<RowKind, Reader>> = {
  publishers: readSnapshotPublishers,
  publications: readSnapshotPublications,
  locations: readSnapshotLocations,
  formats: readSnapshotFormats,
  positions: readSnapshotPositions,
  creatives: readSnapshotCreatives,
  bookings: readSnapshotBookings,
};

/**
 * Reads all rows of the newest committed revision that ad requests may use, page by page, in one repeatable-read
 * transaction, so that all belong to the returned revision. Available until `use` resolves.
 */
export function readAllRows<Result>(
  database: Kysely<Database>,
  use: (rows: AllRows) => Promise<Result>,
): Promise<Result> {
  return inOneMoment(database, async (transaction, newest) =>
    use({ newest, builtAtMs: Date.now(), batches: pagesOf(transaction) }),
  );
}

async function* pagesOf(transaction: Transaction<Database>): AsyncGenerator<RowBatch> {
  for (const kind of rowKinds) {
    let after = 0;
    for (;;) {
      const rows = await rowReaders[kind](transaction, { after, limit: pageRows });
      yield* batchesOf({ [kind]: rows });
      if (rows.length < pageRows) break;
      after = rows.at(-1)?.id ?? after;
    }
  }
}
