import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';

/** Bookings with fewer planned plays are not judged: a single restart of a player would exceed the limits. */
const minPlanned = 100;

/** Returns the missed part of the planned plays of the last days, 0 to 1, of bookings with enough of them. */
export async function readMissedParts(
  database: Kysely<Database>,
  bookingIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (bookingIds.length === 0) return new Map();
  const { rows } = await sql<{ bookingId: number; planned: number; missed: number }>`
    select booking_missed_play.* from booking_missed_play
    where booking_missed_play.booking_id = any(${bookingIds}::bigint[])
      and booking_missed_play.planned >= ${minPlanned}`.execute(database);
  return new Map(rows.map(({ bookingId, planned, missed }) => [bookingId, missed / planned]));
}
