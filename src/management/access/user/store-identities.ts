import { type Kysely, sql } from 'kysely';
import type { UserIdentityView } from '../../../contract/access/identity-provider.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Returns one page of a user's identities at identity providers, in order of connection. */
export async function readIdentities(
  database: Kysely<Database>,
  userId: number,
  page: { readonly limit: number; readonly offset?: number | undefined },
): Promise<{ readonly identities: readonly UserIdentityView[]; readonly total: number }> {
  const ofUser = database.selectFrom('userIdentity').where('userIdentity.userId', '=', userId);
  const [{ total }, rows] = await Promise.all([
    ofUser.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ofUser
      .select(['userIdentity.id', 'userIdentity.issuer', 'userIdentity.subject', 'userIdentity.createdAt'])
      .select(
        sql<number | null>`(
          select min(identity_provider.id) from identity_provider
          where identity_provider.issuer = user_identity.issuer and identity_provider.archived_at is null
        )`.as('identityProviderId'),
      )
      .orderBy('userIdentity.id')
      .limit(page.limit)
      .offset(page.offset ?? 0)
      .execute(),
  ]);
  return { identities: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), total };
}

/**
 * Disconnects an identity from a user. Returns the identity and all providers with its issuer. null if it is not an
 * identity of this user.
 */
export async function disconnectIdentity(
  transaction: Kysely<Database>,
  identity: { readonly id: number; readonly userId: number },
): Promise<{ readonly subject: string; readonly providerIds: readonly number[] } | null> {
  const row = await transaction
    .deleteFrom('userIdentity')
    .where('userIdentity.id', '=', identity.id)
    .where('userIdentity.userId', '=', identity.userId)
    .returning(['userIdentity.issuer', 'userIdentity.subject'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const providers = await transaction
    .selectFrom('identityProvider')
    .select('identityProvider.id')
    .where('identityProvider.issuer', '=', row.issuer)
    .execute();
  return { subject: row.subject, providerIds: providers.map(({ id }) => id) };
}
