/*
 * `placard recount`: counts the journal again and compares the sums.
 *
 * - `recount.ts`: entry point. `shadow-tables.ts`: temporary tables with the names of the real ones, so that the same
 *   code counts.
 * - `find-segments.ts`, `segments-to-count.ts`, `count-again.ts`: the counted segments.
 * - `compare-sums.ts`, `compare-touches.ts`: differences. `restore-counted.ts`: missing records of counted events.
 *
 * See docs/decisions/0100-recount.md.
 */

import { type Kysely, sql, type Transaction } from 'kysely';
import { lockRollUps } from '../../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { ExplainedError } from '../../../platform/log/explained-error.ts';
import { recountConversions } from '../../attribute/recount-conversions.ts';
import { replaceSums, type SumDifference } from './compare-sums.ts';
import { replaceTouches } from './compare-touches.ts';
import { type CountingAgain, createCountingAgain, type DamagedSegment, type SegmentFolders } from './count-again.ts';
import { restoreCounted } from './restore-counted.ts';
import type { CountedSegment } from './segments-to-count.ts';
import { createShadowTables, dropShadowTables } from './shadow-tables.ts';

export type Recount = {
  /** Amount of data read. */
  readonly segments: number;
  readonly events: number;
  /** Segments of which the sums contain more than is readable. The hours of their events remain unchanged. */
  readonly missing: readonly CountedSegment[];
  /** Segments with unreadable bytes. */
  readonly damaged: readonly DamagedSegment[];
  readonly differences: readonly SumDifference[];
  /**
   * Number of events whose record of being counted was restored. Records of events that share a range and an hour with a
   * late play of a screen are restored although their own deadline has passed. They affect no count.
   */
  readonly remembered: number;
};

/** Rolls back the transaction of a dry run. */
class TakenBack extends Error {}

/**
 * Counts the whole journal again and compares it with the sums of reports. `write` corrects differences in one
 * transaction. The server may be running. Source: docs/decisions/0100-recount.md.
 */
export function recount(
  database: Kysely<Database>,
  options: SegmentFolders & { readonly write: boolean },
): Promise<Recount> {
  return database.connection().execute(async (connection) => {
    try {
      await createShadowTables(connection);
      return await countAndCompare(connection, options);
    } finally {
      // The next user of this connection must see the real tables.
      await sql`discard temporary`.execute(connection);
    }
  });
}

async function countAndCompare(
  connection: Kysely<Database>,
  options: SegmentFolders & { readonly write: boolean },
): Promise<Recount> {
  const counting = createCountingAgain(options);
  const transact = (work: (transaction: Transaction<Database>) => Promise<void>) =>
    connection.transaction().execute(work);
  if (!(await counting.catchUp({ connection, transact }))) {
    counting.reset();
    await clear(connection);
    await counting.catchUp({ connection, transact });
  }
  return compare(connection, counting, options.write);
}

async function compare(connection: Kysely<Database>, counting: CountingAgain, write: boolean): Promise<Recount> {
  let result: Recount | null = null;
  try {
    await connection.transaction().execute(async (transaction) => {
      await lockRollUps(transaction);
      // Counts what was rolled up in the meantime. The roll-up is blocked from here on.
      const isWhole = await counting.catchUp({ connection: transaction, transact: (work) => work(transaction) });
      if (!isWhole) throw new ExplainedError('A journal segment became unreadable during the recount. Try again.');
      await noteMissing(transaction, counting.missing());
      await dropShadowTables(transaction);
      const sums = await replaceSums(transaction);
      const touches = await replaceTouches(transaction);
      const differences = [...sums, ...touches, ...(await replaceCredits(transaction))];
      const remembered = await restoreCounted(transaction);
      result = {
        segments: counting.segments(),
        events: counting.events(),
        missing: counting.missing(),
        damaged: counting.damaged(),
        differences,
        remembered,
      };
      if (!write) throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  if (result === null) throw new Error('The recount ended without a result');
  return result;
}

/** Runs after the correction of touches, on which the attribution depends. */
async function replaceCredits(transaction: Transaction<Database>): Promise<readonly SumDifference[]> {
  return (await recountConversions(transaction)).map(({ day, rows, stored, recounted: again }) => ({
    table: 'conversion_line',
    day,
    rows,
    sums: (['conversions', 'units', 'revenueMicros'] as const).map((name) => ({
      name,
      stored: stored[name],
      recounted: again[name],
    })),
  }));
}

async function clear(connection: Kysely<Database>): Promise<void> {
  await sql`truncate pg_temp.counted_range, pg_temp.counted_event, pg_temp.delivery_hour, pg_temp.event_hour, pg_temp.filtered_hour,
    pg_temp.booking_day, pg_temp.booking_total, pg_temp.touch, pg_temp.unsure_hour`.execute(connection);
}

async function noteMissing(transaction: Transaction<Database>, missing: readonly CountedSegment[]): Promise<void> {
  await sql`insert into missing_span (first_at, last_at) select * from unnest(
    ${missing.map(({ firstMs }) => new Date(firstMs))}::timestamptz[],
    ${missing.map(({ lastMs }) => new Date(lastMs))}::timestamptz[])`.execute(transaction);
}
