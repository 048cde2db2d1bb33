import type { Kysely } from 'kysely';
import type { Scope } from '../../../contract/access/scopes.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { hashClientSecret, newClientId, newClientSecret, storedHashes } from './client-secret.ts';

export type NewServiceAccount = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly externalId?: string | null;
  /** Default: `sa_` and 16 random characters. */
  readonly clientId?: string;
  /** Default: 256 random bits. */
  readonly clientSecret?: string;
};

export type CreatedServiceAccount = {
  readonly id: number;
  readonly clientId: string;
  /** Only available here. The database stores the keyed hash. */
  readonly clientSecret: string;
};

/** Creates a service account and returns its credentials, which cannot be read again later. */
export async function createServiceAccount(
  database: Kysely<Database>,
  account: NewServiceAccount & { readonly deploymentSecret: string; readonly actor: string },
): Promise<CreatedServiceAccount> {
  return database.transaction().execute(async (transaction) => {
    const created = await insertServiceAccount(transaction, account);
    await appendAudit(transaction, {
      actor: account.actor,
      action: 'create',
      kind: 'service-accounts',
      objectId: created.row.id,
      before: null,
      after: { name: account.name, clientId: created.row.clientId, scopes: account.scopes },
      requestId: null,
    });
    return { id: created.row.id, clientId: created.row.clientId, clientSecret: created.clientSecret };
  });
}

/** Inserts only the row, for a transaction that writes its own audit entry. */
export async function insertServiceAccount(
  transaction: Kysely<Database>,
  account: NewServiceAccount & { readonly deploymentSecret: string },
) {
  const clientSecret = account.clientSecret ?? newClientSecret();
  const row = await transaction
    .insertInto('serviceAccount')
    .values({
      name: account.name,
      externalId: account.externalId ?? null,
      clientId: account.clientId ?? newClientId(),
      scopes: [...account.scopes],
      secretHashes: storedHashes(hashClientSecret(account.deploymentSecret, clientSecret)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, clientSecret };
}
