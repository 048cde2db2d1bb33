import { type Kysely, sql } from 'kysely';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { DomainError } from '../../records/domain-error.ts';
import type { Row, WriteContext } from '../../records/resource.ts';

type Write = Pick<WriteContext<'identityProvider'>, 'transaction' | 'caller' | 'current'>;

/** Domain claimed by a provider. */
export type DomainClaim = {
  readonly domain: string;
  /** null if the domain is unconfirmed. Sign-in is then refused. */
  readonly confirmedAt: Date | null;
  readonly activatesMappings: boolean;
};

/**
 * Stores the domains that a provider claims. Throws 409 if another provider has claimed one of them. Domains that an
 * administrator adds are confirmed. A change of issuer, client ID or `assumeEmailVerified` confirms all domains if an
 * administrator makes it, and unconfirms all of them otherwise.
 */
export async function writeDomainClaims(write: Write, row: Row<'identityProvider'>): Promise<void> {
  const { transaction, current } = write;
  await transaction
    .deleteFrom('identityProviderDomain')
    .where('identityProviderId', '=', row.id)
    .where('domain', 'not in', row.domains)
    .execute();
  const added = await transaction
    .insertInto('identityProviderDomain')
    .values([...new Set(row.domains)].toSorted().map((domain) => ({ domain, identityProviderId: row.id })))
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returning('domain')
    .execute();
  await refuseForeignDomains(write, row);
  const renewed = current === null || vouchesOtherwise(current, row);
  await setConfirmation(write, renewed ? row.domains : added.map(({ domain }) => domain));
}

/** Confirms all domains of a provider. The caller must be an administrator. */
export async function confirmDomains(write: Write, id: number): Promise<void> {
  const claims = await write.transaction
    .selectFrom('identityProviderDomain')
    .select(['domain', 'confirmedAt', 'activatesMappings'])
    .where('identityProviderId', '=', id)
    .forUpdate()
    .execute();
  const activates = mayActivateMappings(write);
  const waiting = claims.filter((claim) => claim.confirmedAt === null || (activates && !claim.activatesMappings));
  await setConfirmation(
    write,
    waiting.map(({ domain }) => domain),
  );
}

/** Releases the domains of an archived provider, so that other providers can claim them. */
export async function releaseDomains(database: Kysely<Database>, id: number): Promise<void> {
  await database.deleteFrom('identityProviderDomain').where('identityProviderId', '=', id).execute();
}

/** Returns the domains of providers by provider ID. */
export async function readDomainClaims(
  database: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly DomainClaim[]>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('identityProviderDomain')
    .selectAll()
    .where('identityProviderId', 'in', ids)
    .orderBy('domain')
    .execute();
  return Map.groupBy(rows, ({ identityProviderId }) => identityProviderId);
}

/**
 * Confirms the domains if the caller is an administrator (scope `users:write`), otherwise unconfirms them.
 * Administrators can create users with any address; a confirmation grants a provider the same right for a domain.
 */
async function setConfirmation(write: Write, domains: readonly string[]): Promise<void> {
  if (domains.length === 0) return;
  const { transaction, caller } = write;
  const isAdministrator = caller.scopes.has('users:write');
  await transaction
    .updateTable('identityProviderDomain')
    .set({
      confirmedAt: isAdministrator ? sql<Date>`clock_timestamp()` : null,
      confirmedBy: isAdministrator ? caller.actor : null,
      activatesMappings: isAdministrator && mayActivateMappings(write),
    })
    .where('domain', 'in', domains)
    .execute();
}

function mayActivateMappings({ caller }: Write): boolean {
  return caller.scopes.has('user-mapping:write');
}

/** Returns whether a change allows the provider to assert other identities for users of a confirmed domain. */
function vouchesOtherwise(before: Row<'identityProvider'>, after: Row<'identityProvider'>): boolean {
  return (
    before.issuer !== after.issuer ||
    before.clientId !== after.clientId ||
    (!before.assumeEmailVerified && after.assumeEmailVerified)
  );
}

async function refuseForeignDomains({ transaction }: Write, row: Row<'identityProvider'>): Promise<void> {
  const foreign = await transaction
    .selectFrom('identityProviderDomain')
    .innerJoin('identityProvider', 'identityProvider.id', 'identityProviderDomain.identityProviderId')
    .select(['identityProviderDomain.domain', 'identityProvider.id', 'identityProvider.name'])
    .where('identityProviderDomain.domain', 'in', row.domains)
    .where('identityProvider.id', '<>', row.id)
    .execute();
  if (foreign.length === 0) return;
  const errors = foreign.map(({ domain, id, name }) => ({
    pointer: `/domains/${row.domains.indexOf(domain)}`,
    in: 'body' as const,
    code: 'already_exists',
    message: fieldMessage('domainTaken', { domain, id, name }),
  }));
  throw new DomainError('already_exists', { errors });
}
