import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import { notifyOfBooking } from '../notify-of-booking.ts';
import { type JudgementContext, judgeOf } from './booking-judgements.ts';

/**
 * Notifies the creators and submitters of bookings whose health has become critical since the last pass, at most once
 * per booking and UTC day. The previous health is stored with the notifications, so none is lost or repeated.
 */
export async function notifyOfCriticalBookings(database: Kysely<Database>, moment: JudgementContext): Promise<void> {
  const { unhealthy, nowMs } = await judgeOf(database)(moment);
  const critical = unhealthy.flatMap(({ id, health }) => (health === 'critical' ? [id] : []));
  const day = new Date(nowMs).toISOString().slice(0, 10);
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('bookingWatch')
      .set({ critical: false })
      .where('bookingWatch.critical', '=', true)
      .where(sql<boolean>`not (booking_watch.booking_id = any(${critical}::bigint[]))`)
      .execute();
    const became = await transaction
      .updateTable('bookingWatch')
      .set({ critical: true })
      .where('bookingWatch.critical', '=', false)
      .where(sql<boolean>`booking_watch.booking_id = any(${critical}::bigint[])`)
      .returning('bookingWatch.bookingId')
      .execute();
    const ids = became.map(({ bookingId }) => bookingId);
    const bookings = await transaction
      .selectFrom('booking')
      .select(['booking.id', 'booking.submittedBy'])
      .where(sql<boolean>`booking.id = any(${ids}::bigint[])`)
      .execute();
    for (const booking of bookings) await notifyOfBooking(transaction, 'under_delivering', booking, day);
  });
}
