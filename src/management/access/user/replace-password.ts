import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import { noInvitation } from '../invitation/invitation-token.ts';
import { endSessionsOf } from '../session/session.ts';

/**
 * Replaces a verified password and ends all sessions of the user. Returns false if the password has changed since or
 * the user is archived.
 */
export async function replacePassword(
  transaction: Kysely<Database>,
  proven: { readonly userId: number; readonly passwordHash: string },
  passwordHash: string,
): Promise<boolean> {
  const changed = await transaction
    .updateTable('userAccount')
    .set({ passwordHash, ...noInvitation, version: sql<number>`version + 1`, updatedAt: sql<Date>`clock_timestamp()` })
    .where('userAccount.id', '=', proven.userId)
    .where('userAccount.passwordHash', '=', proven.passwordHash)
    .where('userAccount.archivedAt', 'is', null)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await endSessionsOf(transaction, proven.userId);
  return true;
}
