import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/** Expired tokens deleted per use. */
const clearedPerUse = 100;

/** A single-use token was used before. */
export class UsedTwice extends Error {}

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
