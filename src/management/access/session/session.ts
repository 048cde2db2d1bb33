import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sessionNotedMs } from '../../../core/vocabulary/limits.ts';
import type { SessionLimits } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';

/** What sessions are kept with. */
export type SessionRules = {
  readonly database: Kysely<Database>;
  /** The deployment's one secret. */
  readonly secret: string;
  readonly limits: SessionLimits;
  /** Epoch ms. */
  readonly nowMs: number;
};

/** Where somebody signed in; null: here, with a password. */
export type SessionOrigin = {
  readonly identityProviderId: number | null;
  readonly subject: string | null;
  /** Its name of their session there, when it has one. */
  readonly providerSession: string | null;
};

const tokenPattern = /^[\w-]{43}$/;

/** Begins a session of a person who has just proved who they are, and answers the token for their cookie. */
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

/** Id of the person whose session it is; null: it is none, or has ended. Using a session keeps it from becoming idle. */
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

/** Ends the session of this token, if there is one. */
export async function endSession(rules: SessionRules, token: string): Promise<void> {
  await rules.database
    .deleteFrom('userSession')
    .where('userSession.tokenHash', '=', hashOf(token, rules.secret))
    .execute();
}

/** Ends all sessions of a person, in the transaction of what makes that necessary. */
export async function endSessionsOf(database: Kysely<Database>, userId: number): Promise<void> {
  await database.deleteFrom('userSession').where('userSession.userId', '=', userId).execute();
}

/** Ends all sessions that came of one identity provider. */
export async function endSessionsOfProvider(database: Kysely<Database>, identityProviderId: number): Promise<void> {
  await database.deleteFrom('userSession').where('userSession.identityProviderId', '=', identityProviderId).execute();
}

/** Ends the session that has this name at its provider; without a name all of that person there. */
export async function endSessionsAtProvider(database: Kysely<Database>, origin: SessionOrigin): Promise<void> {
  const { identityProviderId, subject, providerSession } = origin;
  const sessions = database.deleteFrom('userSession').where('userSession.identityProviderId', '=', identityProviderId);
  await (providerSession === null
    ? sessions.where('userSession.subject', '=', subject)
    : sessions.where('userSession.providerSession', '=', providerSession)
  ).execute();
}

/** Whoever signs in takes the old ones of all away. */
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

/** The token has 256 random bits, so a keyed hash is enough; a thief of the database alone cannot use it. */
function hashOf(token: string, secret: string): string {
  return createHmac('sha256', deriveKey(secret, 'session')).update(token).digest('base64url');
}
