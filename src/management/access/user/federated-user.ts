import { type Kysely, sql, type Transaction } from 'kysely';
import type { Role } from '../../../contract/access/scopes.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { mappingsSince } from './mappings-since.ts';

/** Identity asserted by an identity provider. */
export type FederatedPerson = {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  /** Email address vouched for by the provider, in one of its confirmed domains. null if there is none. */
  readonly email: string | null;
  /** Whether mappings that were created for the address before the user existed apply. */
  readonly activatesMappings: boolean;
  /** Role of the user's groups. null if the groups define none; the current role then stays. */
  readonly role: Role | null;
};

export type FederatedUser =
  | { readonly outcome: 'known'; readonly userId: number }
  | { readonly outcome: 'archived' }
  /** A user with this address exists. An address does not identify a user. */
  | { readonly outcome: 'address-taken' }
  | { readonly outcome: 'no-address' };

/** Lowest role: reads the inventory, and no company data until the user is mapped to a company. */
const leastRole: Role = 'advertiser';

/**
 * Returns the user of an identity, identified only by issuer and subject. Creates the user with the lowest role at the
 * first sign-in. Updates the role from the groups at every sign-in.
 */
export async function findFederatedUser(
  transaction: Transaction<Database>,
  person: FederatedPerson,
  requestId: string,
): Promise<FederatedUser> {
  // Two concurrent first sign-ins of one identity create one user.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${person.issuer} ${person.subject}`}, 0))`.execute(
    transaction,
  );
  const known = await transaction
    .selectFrom('userIdentity')
    .innerJoin('userAccount', 'userAccount.id', 'userIdentity.userId')
    .select(['userAccount.id', 'userAccount.role', 'userAccount.archivedAt'])
    .where('userIdentity.issuer', '=', person.issuer)
    .where('userIdentity.subject', '=', person.subject)
    .forUpdate('userAccount')
    .executeTakeFirst();
  if (known === undefined) return createFederatedUser(transaction, person, requestId);
  if (known.archivedAt !== null) return { outcome: 'archived' };
  if (person.role !== null && person.role !== known.role) {
    await transaction
      .updateTable('userAccount')
      .set({ role: person.role, version: sql<number>`version + 1`, updatedAt: sql<Date>`clock_timestamp()` })
      .where('userAccount.id', '=', known.id)
      .execute();
    const change = { before: { role: known.role }, after: { role: person.role } };
    await appendAudit(transaction, entryOf(known.id, 'update', change, requestId));
  }
  return { outcome: 'known', userId: known.id };
}

/** Connects an identity with a user. Returns false if it belongs to another user. */
export async function connectIdentity(
  transaction: Kysely<Database>,
  identity: { readonly issuer: string; readonly subject: string; readonly userId: number },
): Promise<boolean> {
  const row = await transaction
    .insertInto('userIdentity')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('userIdentity.userId')
    .executeTakeFirst();
  if (row !== undefined) return true;
  const { userId } = await transaction
    .selectFrom('userIdentity')
    .select('userIdentity.userId')
    .where('userIdentity.issuer', '=', identity.issuer)
    .where('userIdentity.subject', '=', identity.subject)
    .executeTakeFirstOrThrow();
  return userId === identity.userId;
}

async function createFederatedUser(
  transaction: Transaction<Database>,
  { issuer, subject, name, email, role, activatesMappings }: FederatedPerson,
  requestId: string,
): Promise<FederatedUser> {
  if (email === null) return { outcome: 'no-address' };
  const row = await transaction
    .insertInto('userAccount')
    .values({
      name,
      email,
      role: role ?? leastRole,
      passwordHash: null,
      mappingsSince: await mappingsSince(transaction, activatesMappings),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning(['userAccount.id', 'userAccount.role'])
    .executeTakeFirst();
  if (row === undefined) return { outcome: 'address-taken' };
  await connectIdentity(transaction, { issuer, subject, userId: row.id });
  const after = { name, email, role: row.role, issuer, subject };
  await appendAudit(transaction, entryOf(row.id, 'create', { before: null, after }, requestId));
  return { outcome: 'known', userId: row.id };
}

function entryOf(
  userId: number,
  action: string,
  change: { readonly before: unknown; readonly after: unknown },
  requestId: string,
) {
  return { actor: `user:${userId}`, action, kind: 'users', objectId: userId, ...change, requestId };
}
