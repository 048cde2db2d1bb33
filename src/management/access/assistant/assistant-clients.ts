import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';
import {
  assistantClientUnusedMs,
  maxUnusedAssistantClients,
  maxUnusedClientsOfNetwork,
} from '../../../core/vocabulary/limits/access-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Metadata of a client that registers itself, or of its document. */
export type NewAssistantClient = {
  /** Address of its document. Omitted: it registers itself and gets an ID. */
  readonly clientId?: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly canRefresh: boolean;
  readonly networkHash: string;
};

/** Prefix of the IDs of clients that registered themselves. Those of service accounts have no such prefix. */
const prefix = 'assistant-';

/**
 * Stores a client and returns its ID. null: too many clients without a connection, of this network or of all networks.
 * Clients without a connection are deleted after a day. A client with a document replaces its stored metadata.
 */
export async function storeAssistantClient(
  database: Kysely<Database>,
  client: NewAssistantClient,
): Promise<{ readonly clientId: string; readonly createdAt: Date } | null> {
  return database.transaction().execute(async (transaction) => {
    // One registration at a time, so that concurrent ones cannot exceed the limits.
    await sql`select pg_advisory_xact_lock(hashtext('assistant_client'))`.execute(transaction);
    await sql`
      delete from assistant_client where created_at < ${new Date(Date.now() - assistantClientUnusedMs)}
        and not exists (select from assistant_connection where assistant_connection.client_id = assistant_client.client_id)
    `.execute(transaction);
    const { rows } = await sql<{ all: number; own: number }>`
      select count(*)::int as all, count(*) filter (where network_hash = ${client.networkHash})::int as own
      from assistant_client
      where not exists (select from assistant_connection where assistant_connection.client_id = assistant_client.client_id)
    `.execute(transaction);
    const [unused] = rows;
    const clientId = client.clientId ?? `${prefix}${randomUUID()}`;
    const isKnown = client.clientId !== undefined && (await findClientTime(transaction, clientId)) !== null;
    if (!isKnown && (unused === undefined || unused.all >= maxUnusedAssistantClients)) return null;
    if (!isKnown && (unused?.own ?? 0) >= maxUnusedClientsOfNetwork) return null;
    const columns = { ...client, redirectUris: [...client.redirectUris], createdAt: new Date() };
    return transaction
      .insertInto('assistantClient')
      .values({ ...columns, clientId })
      .onConflict((conflict) => conflict.column('clientId').doUpdateSet(columns))
      .returning(['assistantClient.clientId', 'assistantClient.createdAt'])
      .executeTakeFirstOrThrow();
  });
}

/** Returns when a client registered itself or its document was read. null: it does not exist. */
export async function findClientTime(database: Kysely<Database>, clientId: string): Promise<Date | null> {
  const row = await database
    .selectFrom('assistantClient')
    .select('assistantClient.createdAt')
    .where('assistantClient.clientId', '=', clientId)
    .executeTakeFirst();
  return row?.createdAt ?? null;
}

/** Address of clients whose metadata were withdrawn. It never exists (RFC 2606). */
const withdrawnAddress = 'https://withdrawn.invalid/';

/** Removes the addresses of a client, so that the browser cannot return to it. Its connections continue. */
export async function withdrawClient(database: Kysely<Database>, clientId: string): Promise<void> {
  await database
    .updateTable('assistantClient')
    .set({ redirectUris: [withdrawnAddress], createdAt: new Date() })
    .where('assistantClient.clientId', '=', clientId)
    .execute();
}

/** Returns whether a client ID belongs to an assistant and not to a service account. */
export function isAssistantClientId(clientId: string): boolean {
  return clientId.startsWith(prefix) || isMetadataClientId(clientId);
}

/** Returns whether a client ID is the address of a document with the metadata of the client. */
export function isMetadataClientId(clientId: string): boolean {
  return clientId.startsWith('https://');
}

/** Returns the metadata of an assistant for the authorization server. undefined if it does not exist. */
export async function findAssistantClient(
  database: Kysely<Database>,
  clientId: string,
): Promise<AdapterPayload | undefined> {
  const client = await database
    .selectFrom('assistantClient')
    .select(['assistantClient.name', 'assistantClient.redirectUris', 'assistantClient.canRefresh'])
    .where('assistantClient.clientId', '=', clientId)
    .executeTakeFirst();
  if (client === undefined) return undefined;
  return {
    client_id: clientId,
    client_name: client.name,
    // Native clients use loopback addresses with any port (RFC 8252 7.3). Other addresses must be equal.
    application_type: 'native',
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', ...(client.canRefresh ? ['refresh_token'] : [])],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
