import { type Kysely, sql } from 'kysely';
import { hourMs } from '../../core/time/durations.ts';
import { advanceRollUpState, lockRollUps } from '../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../platform/db/schema.ts';

const rowsPerDelete = 20_000;
/** Maximum number of rows per pass. Further rows remain for the next one. */
const maxDeletes = 100;

/**
 * Deletes the IDs of counted events that expired before this instant. The limit is stored first, while no roll-up is in
 * a transaction, and every roll-up obeys it: an event from before the limit is never counted again, so deleting is
 * safe.
 */
export async function forgetCounted(database: Kysely<Database>, beforeMs: number, nowMs = Date.now()): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockRollUps(transaction);
    await advanceRollUpState(transaction, { forgottenBeforeMs: beforeMs }, nowMs);
  });
  await sql`delete from counted_range where counted_range.expires_at < ${new Date(beforeMs)}::timestamptz`.execute(
    database,
  );
  for (let round = 0; round < maxDeletes; round += 1) {
    const { numAffectedRows } = await sql`
      delete from counted_event where counted_event.event_id in (
        select old.event_id from counted_event as old
        where old.expires_at < ${new Date(beforeMs)}::timestamptz limit ${rowsPerDelete})`.execute(database);
    if (Number(numAffectedRows ?? 0) < rowsPerDelete) return;
  }
}

/** Returns the end of the newest hour with a counted event in epoch ms; null: nothing was counted. */
export async function newestCountedHourEnd(database: Kysely<Database>): Promise<number | null> {
  const row = await database
    .selectFrom('deliveryHour')
    .select('deliveryHour.hourAt')
    .orderBy('deliveryHour.hourAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : row.hourAt.getTime() + hourMs;
}
