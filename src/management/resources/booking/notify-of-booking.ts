import type { Transaction } from 'kysely';
import type { NotificationKind } from '../../../contract/collaboration/notification-kinds.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { appendNotifications, creatorsOf } from '../../../platform/notifications/append-notifications.ts';

/**
 * Notifies the creator and the submitters of a booking about its delivery.
 * @param occurrence identifies the occurrence, such as a day; each user gets one notification for it
 */
export async function notifyOfBooking(
  transaction: Transaction<Database>,
  kind: Extract<NotificationKind, 'under_delivering' | 'ended'>,
  booking: { readonly id: number; readonly submittedBy: readonly string[] },
  occurrence: string,
): Promise<void> {
  const creators = await creatorsOf(transaction, 'bookings', booking.id);
  await appendNotifications(
    transaction,
    {
      kind,
      objectKind: 'bookings',
      objectId: booking.id,
      actor: null,
      onceKey: `${kind} bookings ${booking.id} ${occurrence}`,
    },
    [...creators, ...booking.submittedBy],
  );
}
