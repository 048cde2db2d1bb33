import { sql } from 'kysely';
import type { BookingIntent } from '../../core/booking/booking-facts.ts';
import type { Action } from '../../core/words/statuses.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { WriteContext } from '../http/resource.ts';
import { intentColumns } from './booking-actions.ts';
import type { StoredBooking } from './read-booking-facts.ts';

/**
 * Stores what an action on the campaign decided about one of its bookings, on the locked row: a change of the booking
 * like any other, with its own version and audit entry. Nothing happens where the action decides nothing new.
 */
export async function storeBookingIntent(
  { transaction, caller, requestId }: Pick<WriteContext<'booking'>, 'transaction' | 'caller' | 'requestId'>,
  booking: StoredBooking,
  { action, intent }: { readonly action: Action; readonly intent: BookingIntent },
): Promise<void> {
  if (booking.lifecycle === intent.lifecycle) return;
  await transaction
    .updateTable('booking')
    .set({
      ...intentColumns(intent, booking.archivedAt),
      ...(action === 'submit' ? { submittedBy: [caller.actor] } : {}),
      version: sql<number>`booking.version + 1`,
      updatedAt: sql<Date>`clock_timestamp()`,
    })
    .where('booking.id', '=', booking.id)
    .execute();
  await appendAudit(transaction, {
    actor: caller.actor,
    action,
    kind: 'bookings',
    objectId: booking.id,
    before: { lifecycle: booking.lifecycle },
    after: { lifecycle: intent.lifecycle },
    requestId,
  });
}
