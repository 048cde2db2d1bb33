import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Locale, supportedLocale } from '../../../messages/locales.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import { createRequestAddress } from '../../api/call/request-address.ts';
import { sessionRules } from '../../api/call/session-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { endSessionsOf, startSession } from '../session/session.ts';
import { countAttempt, forgiveAttempt, type SignInAttempt } from '../sign-in/sign-in-throttle.ts';
import { invitationKeyOf, isInvitationToken, noInvitation } from './invitation-token.ts';

/** A valid invitation and its user. */
export type OpenInvitation = {
  readonly userId: number;
  readonly invitationHash: string;
  readonly name: string;
  readonly email: string;
  readonly language: Locale | null;
  /** The link replaces a password. */
  readonly hasPassword: boolean;
};

/** `invalid`: the token is unknown, used, replaced, revoked or expired. The response does not say which. */
export type FoundInvitation =
  | { readonly outcome: 'open'; readonly invitation: OpenInvitation }
  | { readonly outcome: 'invalid' }
  | { readonly outcome: 'throttled'; readonly waitSeconds: number };

/**
 * Finds the invitation of a token. Attempts with invalid tokens are limited like failed sign-ins: by client address, by
 * token, and by both.
 */
export async function findInvitation(
  request: FastifyRequest,
  services: ManagementServices,
  token: string,
): Promise<FoundInvitation> {
  const key = invitationKeyOf(token);
  const attempt = attemptOf(request, services, key);
  const waitSeconds = await countAttempt(attempt);
  if (waitSeconds !== null) return { outcome: 'throttled', waitSeconds };
  const user = await services.database
    .selectFrom('userAccount')
    .select(['userAccount.id', 'userAccount.name', 'userAccount.email', 'userAccount.language'])
    .select(['userAccount.passwordHash', 'userAccount.invitationHash'])
    .where('userAccount.invitationKey', '=', key ?? '')
    .where('userAccount.invitationExpiresAt', '>', new Date(attempt.nowMs))
    .where('userAccount.archivedAt', 'is', null)
    .executeTakeFirst();
  const invitationHash = user?.invitationHash ?? null;
  const matches = isInvitationToken(token, invitationHash, services.secret);
  if (!matches || user === undefined || invitationHash === null) return { outcome: 'invalid' };
  await forgiveAttempt(attempt);
  const { id: userId, name, email, passwordHash } = user;
  const language = supportedLocale([user.language ?? '']);
  return {
    outcome: 'open',
    invitation: { userId, invitationHash, name, email, language, hasPassword: passwordHash !== null },
  };
}

/**
 * Sets name and password of the invited user, ends the invitation and all sessions of the user, and starts a session.
 * Returns its token. null if the invitation has ended since it was found.
 */
export async function acceptInvitation(
  request: FastifyRequest,
  services: ManagementServices,
  { userId, invitationHash, ...before }: OpenInvitation,
  chosen: { readonly name: string; readonly passwordHash: string },
): Promise<string | null> {
  return services.database.transaction().execute(async (transaction) => {
    const rules = { ...sessionRules(services), database: transaction };
    const accepted = await transaction
      .updateTable('userAccount')
      .set({ ...chosen, ...noInvitation, version: sql<number>`version + 1`, updatedAt: sql<Date>`clock_timestamp()` })
      .where('userAccount.id', '=', userId)
      .where('userAccount.invitationHash', '=', invitationHash)
      .where('userAccount.invitationExpiresAt', '>', new Date(rules.nowMs))
      .where('userAccount.archivedAt', 'is', null)
      .executeTakeFirst();
    if (accepted.numUpdatedRows === 0n) return null;
    await endSessionsOf(transaction, userId);
    await appendAudit(transaction, {
      actor: `user:${userId}`,
      action: 'accept-invitation',
      kind: 'users',
      objectId: userId,
      before: { name: before.name, hasPassword: before.hasPassword },
      after: { name: chosen.name, hasPassword: true },
      requestId: request.id,
    });
    return startSession(rules, userId);
  });
}

function attemptOf(request: FastifyRequest, services: ManagementServices, key: string | null): SignInAttempt {
  const { database, secret, config, nowMs } = services;
  const address = createRequestAddress(config)(request);
  return { database, secret, account: `invitation ${key ?? ''}`, address, nowMs: nowMs?.() ?? Date.now() };
}
