import { type Kysely, sql } from 'kysely';
import { dayMs } from '../../core/time/durations.ts';
import { judgedPlayDays } from '../../core/vocabulary/limits/screen-limits.ts';
import { comparedPlays } from '../../platform/db/missed-plays.ts';
import type { Database } from '../../platform/db/schema.ts';

/**
 * Replaces the planned and missed plays of all bookings in the last days, in one transaction. Includes plays that were
 * reported late. Source: docs/decisions/0236-missed-plays.md.
 */
export function sumMissedPlays(database: Kysely<Database>, nowMs: number): Promise<void> {
  const from = new Date(nowMs - judgedPlayDays * dayMs).toISOString().slice(0, 10);
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('missed plays'))`.execute(transaction);
    await transaction.deleteFrom('bookingMissedPlay').execute();
    await sql`
      insert into booking_missed_play (booking_id, planned, missed)
      select plays.booking_id, sum(plays.planned), sum(greatest(0, plays.planned - plays.played))
      from ${comparedPlays({ from, nowMs, condition: sql`true` })} plays
      group by plays.booking_id`.execute(transaction);
  });
}
