import { sql } from 'kysely';
import type { BookingIntent } from '../../../core/booking/booking-facts.ts';
import type { BookingAction, Status } from '../../../core/vocabulary/statuses.ts';
import { notifyOfDecision } from '../../../platform/notifications/append-notifications.ts';
import type { WriteContext } from '../../records/resource.ts';
import { intentColumns, rejectionColumns } from './booking-actions.ts';
import type { StoredBooking } from './read-booking-facts.ts';

export type BookingOutcome = {
  readonly action: BookingAction;
  readonly intent: BookingIntent;
  readonly status: { readonly before: Status; readonly after: Status };
  /** Rejection reason. */
  readonly reason: string | null;
};

/**
 * Stores the decision of a campaign action for one of its bookings on the locked row: a regular change of the booking
 * with its own version, recorded together with that of the campaign. Does nothing if the decision changes nothing.
 */
export async function storeBookingIntent(
  { transaction, caller, also }: Pick<WriteContext<'booking'>, 'transaction' | 'caller' | 'also'>,
  booking: StoredBooking,
  { action, intent, status, reason }: BookingOutcome,
): Promise<void> {
  if (booking.lifecycle === intent.lifecycle) return;
  await transaction
    .updateTable('booking')
    .set({
      ...intentColumns(intent, booking.archivedAt),
      ...(action === 'submit' ? { submittedBy: [caller.actor] } : {}),
      ...rejectionColumns(action, reason),
      version: sql<number>`booking.version + 1`,
      updatedAt: sql<Date>`clock_timestamp()`,
    })
    .where('booking.id', '=', booking.id)
    .execute();
  const object = { objectKind: 'bookings', objectId: booking.id } as const;
  await notifyOfDecision(transaction, { ...object, action, actor: caller.actor }, booking.submittedBy);
  also.push({
    action,
    kind: 'bookings',
    before: { lifecycle: booking.lifecycle, status: status.before, rejectionReason: booking.rejectionReason },
    view: {
      id: booking.id,
      lifecycle: intent.lifecycle,
      status: status.after,
      rejectionReason: booking.rejectionReason,
      ...rejectionColumns(action, reason),
    },
  });
}
