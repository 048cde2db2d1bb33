import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, IdentityProviderTable } from '../../../platform/db/schema.ts';

export type StoredProvider = Selectable<IdentityProviderTable> & {
  /** Domains whose email addresses the provider may vouch for. */
  readonly confirmedDomains: readonly string[];
  /** Subset of `confirmedDomains` in which mappings created before the first sign-in apply. */
  readonly mappingDomains: readonly string[];
};

/** Returns the active identity provider with this ID, or null. */
export async function readProvider(database: Kysely<Database>, id: number): Promise<StoredProvider | null> {
  const row = await liveProviders(database).where('identityProvider.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Returns all active identity providers, sorted by name as on the sign-in page. */
export function readProviders(database: Kysely<Database>): Promise<readonly StoredProvider[]> {
  return liveProviders(database).orderBy('identityProvider.name').orderBy('identityProvider.id').execute();
}

/** Returns the identity provider for the domain of an address. null if its users sign in with a password. */
export function providerOfEmail(providers: readonly StoredProvider[], email: string): StoredProvider | null {
  const domain = domainOf(email);
  return providers.find(({ confirmedDomains }) => confirmedDomains.includes(domain)) ?? null;
}

/** Returns the part after the last `@` in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

function liveProviders(database: Kysely<Database>) {
  return database
    .selectFrom('identityProvider')
    .selectAll()
    .select([
      domainsWith(sql`claim.confirmed_at is not null`).as('confirmedDomains'),
      domainsWith(sql`claim.confirmed_at is not null and claim.activates_mappings`).as('mappingDomains'),
    ])
    .where('identityProvider.archivedAt', 'is', null);
}

function domainsWith(condition: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql<string[]>`array(
    select claim.domain from identity_provider_domain claim
    where claim.identity_provider_id = identity_provider.id and ${condition}
  )`;
}
