import { type Kysely, sql } from 'kysely';
import { failWhenSilent } from '../../../platform/db/fail-when-silent.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type AccountRights, isAcceptedBuyer, rightsOfAccount, type SignatureRules } from './buyer-rights.ts';

/** Identification of an access token. */
export type HeldToken = {
  readonly accountId: number;
  readonly tokenId: string;
  /** Number of times the account had been unarchived when the token was issued. */
  readonly generation: number;
};

/** Expired revocations deleted per revocation. */
const clearedPerRevocation = 100;

/**
 * Returns the current scopes and reach of the token's account. null if the account is archived or missing, was archived after the
 * token was issued, or the token was revoked. Queries the database for each call, so that changes apply to the next
 * call in every process. The query reads one row by its key.
 */
export async function readStanding(
  database: Kysely<Database>,
  token: HeldToken,
  rules: SignatureRules,
): Promise<AccountRights | null> {
  const query = database
    .selectFrom('serviceAccount')
    .leftJoin('buyerAgent', 'buyerAgent.serviceAccountId', 'serviceAccount.id')
    .select([
      'serviceAccount.scopes',
      'buyerAgent.id as buyerAgentId',
      'buyerAgent.accounts',
      'buyerAgent.requireSignedRequests',
    ])
    .where('serviceAccount.id', '=', token.accountId)
    .where(isAcceptedBuyer)
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
  return account === undefined ? null : rightsOfAccount(account, rules);
}

/** Revokes a token from the next call on. Idempotent. */
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
