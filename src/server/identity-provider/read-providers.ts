import type { Kysely, Selectable } from 'kysely';
import type { Database, IdentityProviderTable } from '../db/schema.ts';

export type StoredProvider = Selectable<IdentityProviderTable>;

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
  return providers.find(({ domains }) => domains.includes(domain)) ?? null;
}

/** What stands behind the last `@`, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

function liveProviders(database: Kysely<Database>) {
  return database.selectFrom('identityProvider').selectAll().where('identityProvider.archivedAt', 'is', null);
}
