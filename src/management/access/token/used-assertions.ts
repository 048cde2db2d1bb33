import { type Kysely, sql } from 'kysely';
import { type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../../../platform/db/schema.ts';

/** Expired assertions deleted per use. */
const clearedPerUse = 100;

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

/** A single-use token was used before. */
class UsedTwice extends Error {}

/** Records the use of a single-use token. Throws if it was used before. */
export async function noteUsedOnce(database: Kysely<Database>, id: string, secondsLeft: number): Promise<void> {
  const noted = await database
    .insertInto('usedAssertion')
    .values({ id, expiresAt: new Date(Date.now() + secondsLeft * 1000) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('usedAssertion.id')
    .executeTakeFirst();
  if (noted === undefined) throw new UsedTwice('the token was used before');
  await sql`
    delete from used_assertion where id in (
      select old.id from used_assertion old where old.expires_at < now() limit ${clearedPerUse}
    )
  `.execute(database);
}
