import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sessionNotedMs } from '../../../core/vocabulary/limits/access-limits.ts';
import type { SessionLimits } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';

/** Database, key and limits of sessions. */
export type SessionRules = {
  readonly database: Kysely<Database>;
  /** The deployment secret. */
  readonly secret: string;
  readonly limits: SessionLimits;
  /** Epoch ms. */
  readonly nowMs: number;
};

/** null if the user signed in with a password. */
export type SessionOrigin = {
  readonly identityProviderId: number | null;
  readonly subject: string | null;
  /** Session ID at the identity provider (`sid`). null if it sent none. */
  readonly providerSession: string | null;
};

const tokenPattern = /^[\w-]{43}$/;

/** Starts a session for an authenticated user and returns the token for the cookie. */
export async function startSession(
  rules: SessionRules,
  userId: number,
  origin: SessionOrigin = { identityProviderId: null, subject: null, providerSession: null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date(rules.nowMs);
  await clearEndedSessions(rules);
  await rules.database
    .insertInto('userSession')
    .values({ tokenHash: hashOf(token, rules.secret), userId, createdAt: now, lastSeenAt: now, ...origin })
    .execute();
  return token;
}

/**
 * Returns the user ID of a session. null if the token is invalid or the session has ended. Reading a session resets its
 * idle timeout.
 */
export async function readSession(rules: SessionRules, token: string): Promise<number | null> {
  if (!tokenPattern.test(token)) return null;
  const { database, limits, nowMs } = rules;
  const tokenHash = hashOf(token, rules.secret);
  const session = await database
    .selectFrom('userSession')
    .select(['userSession.userId', 'userSession.lastSeenAt'])
    .where('userSession.tokenHash', '=', tokenHash)
    .where('userSession.createdAt', '>', new Date(nowMs - limits.absoluteMs))
    .where('userSession.lastSeenAt', '>', new Date(nowMs - limits.idleMs))
    .executeTakeFirst();
  if (session === undefined) return null;
  if (nowMs - session.lastSeenAt.getTime() >= sessionNotedMs) {
    await database
      .updateTable('userSession')
      .set({ lastSeenAt: new Date(nowMs) })
      .where('userSession.tokenHash', '=', tokenHash)
      .execute();
  }
  return session.userId;
}

/** Ends the session of this token, if it exists. */
export async function endSession(rules: SessionRules, token: string): Promise<void> {
  await rules.database
    .deleteFrom('userSession')
    .where('userSession.tokenHash', '=', hashOf(token, rules.secret))
    .execute();
}

/** Ends all sessions of a user, in the transaction of the change that requires it. */
export async function endSessionsOf(database: Kysely<Database>, userId: number): Promise<void> {
  await database.deleteFrom('userSession').where('userSession.userId', '=', userId).execute();
}

/** Ends all sessions that were started through an identity provider. */
export async function endSessionsOfProvider(database: Kysely<Database>, identityProviderId: number): Promise<void> {
  await database.deleteFrom('userSession').where('userSession.identityProviderId', '=', identityProviderId).execute();
}

/**
 * Ends the session with this session ID at its provider. Without a session ID, ends all sessions of the subject at this
 * provider.
 */
export async function endSessionsAtProvider(database: Kysely<Database>, origin: SessionOrigin): Promise<void> {
  const { identityProviderId, subject, providerSession } = origin;
  const sessions = database.deleteFrom('userSession').where('userSession.identityProviderId', '=', identityProviderId);
  await (providerSession === null
    ? sessions.where('userSession.subject', '=', subject)
    : sessions.where('userSession.providerSession', '=', providerSession)
  ).execute();
}

/** Deletes ended sessions of all users. Runs at each sign-in. */
async function clearEndedSessions({ database, limits, nowMs }: SessionRules): Promise<void> {
  await database
    .deleteFrom('userSession')
    .where((eb) =>
      eb.or([
        eb('userSession.createdAt', '<=', new Date(nowMs - limits.absoluteMs)),
        eb('userSession.lastSeenAt', '<=', new Date(nowMs - limits.idleMs)),
      ]),
    )
    .execute();
}

/** A keyed hash is sufficient because the token has 256 random bits. A stolen database alone does not allow its use. */
function hashOf(token: string, secret: string): string {
  return createHmac('sha256', deriveKey(secret, 'session')).update(token).digest('base64url');
}
