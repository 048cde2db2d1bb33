import type { Kysely } from 'kysely';
import { dayMs } from '../../../../core/time/durations.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { appendNotifications, creatorsOf } from '../../../../platform/notifications/append-notifications.ts';

/** A hold is announced this long before it ends, in milliseconds. */
const noticeMs = dayMs;

/**
 * Notifies the creators, and the submitters of bookings, of holds that end within a day, once per hold and end. Another
 * end of the hold is announced again.
 * @param nowMs epoch ms
 */
export async function notifyOfEndingHolds(database: Kysely<Database>, nowMs: number): Promise<void> {
  const [now, until] = [new Date(nowMs), new Date(nowMs + noticeMs)];
  await database.transaction().execute(async (transaction) => {
    const bookings = await transaction
      .selectFrom('booking')
      .select(['booking.id', 'booking.submittedBy', 'booking.heldUntil'])
      .where('booking.held', '=', true)
      .where('booking.archivedAt', 'is', null)
      .where('booking.heldUntil', '>', now)
      .where('booking.heldUntil', '<=', until)
      .execute();
    const campaigns = await transaction
      .selectFrom('campaign')
      .select(['campaign.id', 'campaign.heldUntil'])
      .where('campaign.held', '=', true)
      .where('campaign.archivedAt', 'is', null)
      .where('campaign.heldUntil', '>', now)
      .where('campaign.heldUntil', '<=', until)
      .execute();
    const holds = [
      ...bookings.map((booking) => ({ objectKind: 'bookings' as const, ...booking })),
      ...campaigns.map((campaign) => ({ objectKind: 'campaigns' as const, submittedBy: [], ...campaign })),
    ];
    for (const { objectKind, id, submittedBy, heldUntil } of holds) {
      const onceKey = `hold_ending ${objectKind} ${id} ${heldUntil?.toISOString()}`;
      const creators = await creatorsOf(transaction, objectKind, id);
      await appendNotifications(transaction, { kind: 'hold_ending', objectKind, objectId: id, actor: null, onceKey }, [
        ...creators,
        ...submittedBy,
      ]);
    }
  });
}
