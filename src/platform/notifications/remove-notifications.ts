import type { Kysely } from 'kysely';
import { notificationTtlMs } from '../../core/vocabulary/limits/collaboration-limits.ts';
import type { Database } from '../db/schema.ts';

/** Deletes notifications after their retention. */
export async function removeOldNotifications(database: Kysely<Database>, nowMs: number): Promise<void> {
  await database
    .deleteFrom('notification')
    .where('notification.createdAt', '<', new Date(nowMs - notificationTtlMs))
    .execute();
}
