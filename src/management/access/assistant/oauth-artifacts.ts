import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';
import type { Database } from '../../../platform/db/schema.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';

/** Kinds of state that the authorization server stores. Its own sessions are not stored: people sign in at Placard. */
const storedKinds = new Set(['AuthorizationCode', 'Grant', 'Interaction', 'RefreshToken']);
/** Expired artifacts deleted per stored one. */
const clearedPerStored = 100;

/** Database and deployment secret of the authorization server. */
export type ArtifactStore = { readonly database: Kysely<Database>; readonly secret: string };

/** Returns whether artifacts of this kind are stored. */
export function isStoredKind(kind: string): boolean {
  return storedKinds.has(kind);
}

/**
 * Returns the key under which an ID is stored. The ID of a code or of a refresh token is the secret itself, so a copy of
 * the database does not allow its use.
 */
export function artifactKey(id: string, secret: string): string {
  return createHmac('sha256', deriveKey(secret, 'oauth-artifact')).update(id).digest('base64url');
}

/** Returns a stored artifact with its ID. undefined if it does not exist. */
export async function findArtifact(
  kind: string,
  id: string,
  { database, secret }: ArtifactStore,
): Promise<AdapterPayload | undefined> {
  const row = await database
    .selectFrom('oauthArtifact')
    .select(['oauthArtifact.payload', 'oauthArtifact.consumedAt'])
    .where('oauthArtifact.key', '=', keyOf(kind, id, secret))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const consumed = row.consumedAt === null ? {} : { consumed: Math.floor(row.consumedAt.getTime() / 1000) };
  return { ...row.payload, ...consumed, jti: id };
}

/** Stores an artifact, or replaces it. */
export async function storeArtifact(
  kind: string,
  { id, payload, seconds }: { readonly id: string; readonly payload: AdapterPayload; readonly seconds: number },
  { database, secret }: ArtifactStore,
): Promise<void> {
  const { jti: _secret, ...rest } = payload;
  const grantId = kind === 'Grant' ? id : payload.grantId;
  const row = {
    payload: JSON.stringify(rest),
    grantKey: grantId === undefined ? null : artifactKey(grantId, secret),
    expiresAt: new Date(Date.now() + seconds * 1000),
  };
  await database
    .insertInto('oauthArtifact')
    .values({ key: keyOf(kind, id, secret), ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
  await sql`
    delete from oauth_artifact where key in (
      select old.key from oauth_artifact old where old.expires_at < now() limit ${clearedPerStored}
    )
  `.execute(database);
}

/** Marks a code or refresh token as used. Returns false for a second concurrent use, also in another process. */
export async function consumeArtifact(kind: string, id: string, { database, secret }: ArtifactStore): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('oauthArtifact')
    .set({ consumedAt: new Date() })
    .where('oauthArtifact.key', '=', keyOf(kind, id, secret))
    .where('oauthArtifact.consumedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an artifact. Without its grant, a connection has ended. */
export async function destroyArtifact(kind: string, id: string, { database, secret }: ArtifactStore): Promise<void> {
  if (kind === 'Grant') await endGrant(artifactKey(id, secret), database);
  else
    await database
      .deleteFrom('oauthArtifact')
      .where('oauthArtifact.key', '=', keyOf(kind, id, secret))
      .execute();
}

/** Ends a grant: its codes, refresh tokens and access tokens are invalid from the next call on. */
export async function endGrant(grantKey: string, database: Kysely<Database>): Promise<void> {
  await database
    .updateTable('assistantConnection')
    .set({ revokedAt: new Date() })
    .where('assistantConnection.grantKey', '=', grantKey)
    .where('assistantConnection.revokedAt', 'is', null)
    .execute();
  await database.deleteFrom('oauthArtifact').where('oauthArtifact.grantKey', '=', grantKey).execute();
}

function keyOf(kind: string, id: string, secret: string): string {
  return `${kind}:${artifactKey(id, secret)}`;
}
