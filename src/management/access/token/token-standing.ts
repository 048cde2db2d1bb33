import { type Kysely, sql } from 'kysely';
import { failWhenSilent } from '../../../platform/db/fail-when-silent.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** What identifies an access token. */
export type HeldToken = {
  readonly accountId: number;
  readonly tokenId: string;
  /** How often the account had been unarchived when the token was issued. */
  readonly generation: number;
};

/** Revocations of tokens that have expired anyway, which one revocation clears away. */
const clearedPerRevocation = 100;

/**
 * The scopes that the token's account has now; null: the account is archived or gone, was archived since the token was issued, or the
 * token was revoked. Asked of the database for each call, so that all of that holds from the next one in every process; it is one row by its key.
 */
export async function readStanding(database: Kysely<Database>, token: HeldToken): Promise<readonly string[] | null> {
  const query = database
    .selectFrom('serviceAccount')
    .select('serviceAccount.scopes')
    .where('serviceAccount.id', '=', token.accountId)
    .where('serviceAccount.archivedAt', 'is', null)
    .where('serviceAccount.tokenGeneration', '=', token.generation)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('revokedToken').select('revokedToken.tokenId').where('revokedToken.tokenId', '=', token.tokenId),
        ),
      ),
    );
  const account = await failWhenSilent(query.executeTakeFirst());
  return account?.scopes ?? null;
}

/** From the next call on the token is worth nothing. Repeating changes nothing. */
export async function revokeToken(
  database: Kysely<Database>,
  token: { readonly tokenId: string; readonly expiresAt: Date },
): Promise<void> {
  await failWhenSilent(
    database
      .insertInto('revokedToken')
      .values(token)
      .onConflict((conflict) => conflict.column('tokenId').doNothing())
      .execute(),
  );
  await sql`
    delete from revoked_token where token_id in (
      select old.token_id from revoked_token old where old.expires_at < now() limit ${clearedPerRevocation}
    )
  `.execute(database);
}
