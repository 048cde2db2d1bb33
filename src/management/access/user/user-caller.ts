import { type Kysely, sql } from 'kysely';
import { type Role, roles, scopesOfRole } from '../../../contract/access/scopes.ts';
import type { MappedPair, Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../caller.ts';

/**
 * Returns the caller of a user: the scopes of the role and, for an advertiser, its mappings. Read for each call, so
 * that a changed role or mapping applies from the next call. null if the user does not exist or is archived.
 */
export async function readUserCaller(database: Kysely<Database>, userId: number): Promise<Caller | null> {
  const user = await database
    .selectFrom('userAccount')
    .select([
      'userAccount.id',
      'userAccount.name',
      'userAccount.email',
      'userAccount.role',
      'userAccount.mappingsSince',
    ])
    .where('userAccount.id', '=', userId)
    .where('userAccount.archivedAt', 'is', null)
    .executeTakeFirst();
  if (user === undefined || !isRole(user.role)) return null;
  return {
    kind: 'user',
    id: user.id,
    name: user.name,
    scopes: new Set(scopesOfRole[user.role]),
    reach: await reachOf(database, user.role, user),
    actor: `user:${user.id}`,
  };
}

type Mapped = { readonly email: string; readonly mappingsSince: Date | null };

/** Advertisers reach only their mappings, all other roles everything. */
async function reachOf(database: Kysely<Database>, role: Role, user: Mapped): Promise<Reach> {
  if (role !== 'advertiser') return 'everything';
  const pairs: MappedPair[] = await database
    .selectFrom('userMapping')
    .select(['userMapping.advertiserCompanyId', 'userMapping.brandId', 'userMapping.invoiceCompanyId'])
    .where(sql<boolean>`lower(user_mapping.user_name) = lower(${user.email})`)
    .where(sql<boolean>`user_mapping.written_at >= coalesce(${user.mappingsSince}::timestamptz, '-infinity')`)
    .execute();
  return pairs;
}

/** Returns whether a text is a role. */
export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}
