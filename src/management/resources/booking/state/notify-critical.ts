import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import { notifyOfBooking } from '../notify-of-booking.ts';
import { type JudgementContext, judgeOf } from './booking-judgements.ts';

/**
 * Notifies the creators and submitters of bookings whose health has become critical since the last pass, at most once
 * per booking and UTC day. The previous health is stored with the notifications, so none is lost or repeated. The first
 * pass only records the health (docs/decisions/0194-first-notification-pass.md).
 */
export async function notifyOfCriticalBookings(database: Kysely<Database>, moment: JudgementContext): Promise<void> {
  const { unhealthy, nowMs } = await judgeOf(database)(moment);
  const critical = unhealthy.flatMap(({ id, health }) => (health === 'critical' ? [id] : []));
  const day = new Date(nowMs).toISOString().slice(0, 10);
  await database.transaction().execute(async (transaction) => {
    const became = await recordCritical(transaction, critical);
    if (await isFirstPass(transaction)) return;
    const bookings = await transaction
      .selectFrom('booking')
      .select(['booking.id', 'booking.submittedBy'])
      .where(sql<boolean>`booking.id = any(${became}::bigint[])`)
      .execute();
    for (const booking of bookings) await notifyOfBooking(transaction, 'under_delivering', booking, day);
  });
}

/** Stores which bookings are critical. Returns those that were not at the last pass. */
async function recordCritical(
  transaction: Transaction<Database>,
  critical: readonly number[],
): Promise<readonly number[]> {
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
  return became.map(({ bookingId }) => bookingId);
}

/** Whether no earlier pass has recorded all bookings. The pass is the last of them if the watch has a row of every booking. */
async function isFirstPass(transaction: Transaction<Database>): Promise<boolean> {
  const state = await transaction
    .selectFrom('bookingWatchState')
    .select('bookingWatchState.criticalRecorded')
    .executeTakeFirst();
  if (state?.criticalRecorded === true) return false;
  await transaction
    .updateTable('bookingWatchState')
    .set({ criticalRecorded: true })
    .where('bookingWatchState.seenTo', 'is', null)
    .execute();
  return true;
}
