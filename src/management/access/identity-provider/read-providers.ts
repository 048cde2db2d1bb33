import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, IdentityProviderTable } from '../../../platform/db/schema.ts';

export type StoredProvider = Selectable<IdentityProviderTable> & {
  /** Domains for whose addresses it may vouch. */
  readonly confirmedDomains: readonly string[];
  /** Of these, those in which mappings written before a first sign-in apply. */
  readonly mappingDomains: readonly string[];
};

/** The live identity provider of this id. */
export async function readProvider(database: Kysely<Database>, id: number): Promise<StoredProvider | null> {
  const row = await liveProviders(database).where('identityProvider.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** All live ones, as the sign-in page lists them. */
export function readProviders(database: Kysely<Database>): Promise<readonly StoredProvider[]> {
  return liveProviders(database).orderBy('identityProvider.name').orderBy('identityProvider.id').execute();
}

/** Where people with an address of this domain sign in; null: here, with a password. */
export function providerOfEmail(providers: readonly StoredProvider[], email: string): StoredProvider | null {
  const domain = domainOf(email);
  return providers.find(({ confirmedDomains }) => confirmedDomains.includes(domain)) ?? null;
}

/** What stands behind the last `@`, in lower case. */
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
