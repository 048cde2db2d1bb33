import { type Kysely, sql } from 'kysely';
import { type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../../../platform/db/schema.ts';

/** Assertions that have expired anyway, which one use clears away. */
const clearedPerUse = 100;

/** What is known of an assertion that was used before; undefined: nothing. */
export async function findUsedAssertion(database: Kysely<Database>, id: string): Promise<AdapterPayload | undefined> {
  const row = await database
    .selectFrom('usedAssertion')
    .select('usedAssertion.expiresAt')
    .where('usedAssertion.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { jti: id, kind: 'ReplayDetection', exp: Math.ceil(row.expiresAt.getTime() / 1000) };
}

/** Notes the use of an assertion. Of two at once, in whatever processes, one is refused. */
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

/** A token that may be used once was used before. */
class UsedTwice extends Error {}

/** Notes the use of a token that may be used once; throws when it was used before. */
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
