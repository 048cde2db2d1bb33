import { type Kysely, sql, type Transaction } from 'kysely';
import { assistantConnectionSeconds, sessionNotedMs } from '../../../core/vocabulary/limits/access-limits.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type AssistantRight, isAssistantRight } from './assistant-rights.ts';
import { endGrant } from './oauth-artifacts.ts';
import { returnsTo } from './redirect-uris.ts';

/** An assistant that a person approved. */
export type AssistantConnection = {
  readonly id: number;
  readonly clientName: string;
  /** Hosts to which the client returns. */
  readonly hosts: readonly string[];
  readonly rights: readonly AssistantRight[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** Person and client of an approval, for the audit log. */
export type Approval = {
  readonly userId: number;
  readonly client: { readonly clientId: string; readonly name: string; readonly host: string };
  readonly rights: readonly AssistantRight[];
  readonly grantKey: string;
  readonly requestId: string;
};

/** Stores a connection. Earlier ones of the same user and client end. */
export async function storeConnection(database: Kysely<Database>, approval: Approval): Promise<void> {
  const { userId, client, rights, grantKey, requestId } = approval;
  await database.transaction().execute(async (transaction) => {
    const earlier = await transaction
      .selectFrom('assistantConnection')
      .select('assistantConnection.grantKey')
      .where('assistantConnection.userId', '=', userId)
      .where('assistantConnection.clientId', '=', client.clientId)
      .where('assistantConnection.revokedAt', 'is', null)
      .execute();
    for (const one of earlier) await endGrant(one.grantKey, transaction);
    const { id } = await transaction
      .insertInto('assistantConnection')
      .values({
        grantKey,
        userId,
        clientId: client.clientId,
        rights: [...rights],
        expiresAt: new Date(Date.now() + assistantConnectionSeconds * 1000),
      })
      .returning('assistantConnection.id')
      .executeTakeFirstOrThrow();
    const after = { connectionId: id, clientId: client.clientId, client: client.name, host: client.host, rights };
    await audit(transaction, { userId, requestId, action: 'connect-assistant', before: null, after });
  });
}

/** Returns the connections of a user that have not ended, newest first. */
export async function listConnections(
  database: Kysely<Database>,
  userId: number,
): Promise<readonly AssistantConnection[]> {
  const rows = await database
    .selectFrom('assistantConnection')
    .innerJoin('assistantClient', 'assistantClient.clientId', 'assistantConnection.clientId')
    .select(['assistantConnection.id', 'assistantConnection.rights', 'assistantConnection.createdAt'])
    .select(['assistantConnection.lastUsedAt', 'assistantClient.name', 'assistantClient.redirectUris'])
    .where('assistantConnection.userId', '=', userId)
    .where('assistantConnection.revokedAt', 'is', null)
    .where('assistantConnection.expiresAt', '>', new Date())
    .orderBy('assistantConnection.id', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ id, name, redirectUris, rights, createdAt, lastUsedAt }) => ({
    id,
    clientName: name,
    hosts: [...new Set(redirectUris.map(returnsTo))],
    rights: rights.filter(isAssistantRight),
    createdAt,
    lastUsedAt,
  }));
}

/** Ends a connection of a user from the next call on. Returns whether there was one. */
export async function revokeConnection(
  database: Kysely<Database>,
  { id, userId, requestId }: { readonly id: number; readonly userId: number; readonly requestId: string },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('assistantConnection')
      .innerJoin('assistantClient', 'assistantClient.clientId', 'assistantConnection.clientId')
      .select(['assistantConnection.grantKey', 'assistantClient.clientId', 'assistantClient.name'])
      .where('assistantConnection.id', '=', id)
      .where('assistantConnection.userId', '=', userId)
      .where('assistantConnection.revokedAt', 'is', null)
      .forUpdate('assistantConnection')
      .executeTakeFirst();
    if (found === undefined) return false;
    await endGrant(found.grantKey, transaction);
    const before = { connectionId: id, clientId: found.clientId, client: found.name };
    await audit(transaction, { userId, requestId, action: 'revoke-assistant', before, after: null });
    return true;
  });
}

/** Ends all connections of a user, in the transaction of the change that requires it. */
export async function endConnectionsOf(database: Kysely<Database>, userId: number): Promise<void> {
  const connections = await database
    .selectFrom('assistantConnection')
    .select('assistantConnection.grantKey')
    .where('assistantConnection.userId', '=', userId)
    .where('assistantConnection.revokedAt', 'is', null)
    .execute();
  for (const { grantKey } of connections) await endGrant(grantKey, database);
}

/** A connection that has not ended. */
export type LiveConnection = {
  readonly id: number;
  readonly userId: number;
  readonly clientName: string;
  readonly rights: readonly AssistantRight[];
};

/**
 * Returns the connection of a grant, and records its use. null: the connection has ended, or this token was revoked.
 */
export async function readLiveConnection(
  database: Kysely<Database>,
  { grantKey, tokenId }: { readonly grantKey: string; readonly tokenId: string },
): Promise<LiveConnection | null> {
  const row = await database
    .selectFrom('assistantConnection')
    .innerJoin('assistantClient', 'assistantClient.clientId', 'assistantConnection.clientId')
    .select(['assistantConnection.id', 'assistantConnection.userId', 'assistantConnection.rights'])
    .select(['assistantConnection.lastUsedAt', 'assistantClient.name'])
    .where('assistantConnection.grantKey', '=', grantKey)
    .where('assistantConnection.revokedAt', 'is', null)
    .where('assistantConnection.expiresAt', '>', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('revokedToken').select('revokedToken.tokenId').where('revokedToken.tokenId', '=', tokenId)),
      ),
    )
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.lastUsedAt === null || Date.now() - row.lastUsedAt.getTime() >= sessionNotedMs) {
    await database
      .updateTable('assistantConnection')
      .set({ lastUsedAt: new Date() })
      .where('assistantConnection.id', '=', row.id)
      .execute();
  }
  return { id: row.id, userId: row.userId, clientName: row.name, rights: row.rights.filter(isAssistantRight) };
}

type AuditedChange = {
  readonly userId: number;
  readonly requestId: string;
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
};

function audit(transaction: Transaction<Database>, { userId, ...entry }: AuditedChange): Promise<void> {
  return appendAudit(transaction, { ...entry, actor: `user:${userId}`, kind: 'users', objectId: userId });
}
