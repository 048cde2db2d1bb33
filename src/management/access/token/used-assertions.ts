import type { Kysely } from 'kysely';
import { type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../../../platform/db/schema.ts';
import { noteUsedOnce, UsedTwice } from './single-use.ts';

/** Returns the stored payload of a used assertion. undefined if it was not used. */
export async function findUsedAssertion(database: Kysely<Database>, id: string): Promise<AdapterPayload | undefined> {
  const row = await database
    .selectFrom('usedAssertion')
    .select('usedAssertion.expiresAt')
    .where('usedAssertion.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { jti: id, kind: 'ReplayDetection', exp: Math.ceil(row.expiresAt.getTime() / 1000) };
}

/** Records the use of an assertion. Refuses a second concurrent use, also in another process. */
export async function noteUsedAssertion(database: Kysely<Database>, id: string, secondsLeft: number): Promise<void> {
  try {
    await noteUsedOnce(database, id, secondsLeft);
  } catch (error) {
    if (error instanceof UsedTwice) {
      throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
    }
    throw error;
  }
}
