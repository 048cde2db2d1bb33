import { type Kysely, sql } from 'kysely';
import { dayMs } from '../../../core/time/durations.ts';
import { comparedPlays } from '../../../platform/db/missed-plays.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { StoredBooking } from '../../resources/booking/read-booking-facts.ts';

/** Plays of a booking on ended days. */
export type MissedTotal = {
  readonly planned: number;
  readonly missed: number;
  /** Plays that makegoods of the booking have as their goals. */
  readonly madeGood: number;
};

/** Returns the planned and missed plays of a booking since its start. Source: docs/decisions/0237-missed-play-makegoods.md. */
export async function readMissed(
  database: Kysely<Database>,
  { id, startDate }: Pick<StoredBooking, 'id' | 'startDate'>,
  nowMs: number,
): Promise<MissedTotal> {
  // The local day of the start may precede that of UTC.
  const from = new Date(startDate.getTime() - dayMs).toISOString().slice(0, 10);
  const { rows } = await sql<MissedTotal>`
    select coalesce(sum(plays.planned), 0)::bigint as planned,
      coalesce(sum(greatest(0, plays.planned - plays.played)), 0)::bigint as missed,
      (select coalesce(sum((booking.delivery #>> '{goal,total}')::bigint), 0)::bigint from booking
        where booking.makegood_of_id = ${id} and booking.archived_at is null
          and booking.lifecycle not in ('rejected', 'cancelled')) as made_good
    from ${comparedPlays({ from, nowMs, condition: sql`planned_play.booking_id = ${id}` })} plays`.execute(database);
  return rows[0] ?? { planned: 0, missed: 0, madeGood: 0 };
}
