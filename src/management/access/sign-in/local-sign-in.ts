import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import { createRequestAddress } from '../../api/call/request-address.ts';
import { sessionRules } from '../../api/call/session-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { startSession } from '../session/session.ts';
import { hashPassword, isPassword } from '../user/password.ts';
import { replacePassword } from '../user/replace-password.ts';
import { countAttempt, forgiveAttempt, type SignInAttempt } from './sign-in-throttle.ts';

/** `wrong`: address or password is wrong. The response does not say which. */
export type LocalSignIn =
  | { readonly outcome: 'signed-in'; readonly token: string }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'throttled'; readonly waitSeconds: number };

type Credentials = { readonly email: string; readonly password: string };

/** Signs in with email address and password. An unknown address takes as long as a wrong password. */
export async function signInLocally(
  request: FastifyRequest,
  services: ManagementServices,
  { email, password }: Credentials,
): Promise<LocalSignIn> {
  const proof = await provePassword(request, services, { email, password });
  if (proof.outcome !== 'proven') return proof;
  const token = await services.database.transaction().execute(async (transaction) => {
    // Locks the row against concurrent password changes and archiving.
    const user = await transaction
      .selectFrom('userAccount')
      .select('userAccount.id')
      .where('userAccount.id', '=', proof.userId)
      .where('userAccount.passwordHash', '=', proof.passwordHash)
      .where('userAccount.archivedAt', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (user === undefined) return null;
    await appendAudit(transaction, entryOf(request, user.id, 'sign-in'));
    return startSession({ ...sessionRules(services), database: transaction }, user.id);
  });
  return token === null ? { outcome: 'wrong' } : { outcome: 'signed-in', token };
}

/** Changes the user's own password: all sessions of the user end and a new one starts in this browser. */
export async function changeOwnPassword(
  request: FastifyRequest,
  services: ManagementServices,
  change: { readonly email: string; readonly current: string; readonly password: string },
): Promise<LocalSignIn> {
  const proof = await provePassword(request, services, { email: change.email, password: change.current });
  if (proof.outcome !== 'proven') return proof;
  const passwordHash = await hashPassword(change.password);
  const token = await services.database.transaction().execute(async (transaction) => {
    if (!(await replacePassword(transaction, proof, passwordHash))) return null;
    await appendAudit(transaction, entryOf(request, proof.userId, 'change-password'));
    return startSession({ ...sessionRules(services), database: transaction }, proof.userId);
  });
  return token === null ? { outcome: 'wrong' } : { outcome: 'signed-in', token };
}

type Proof =
  | { readonly outcome: 'proven'; readonly userId: number; readonly passwordHash: string }
  | Exclude<LocalSignIn, { readonly outcome: 'signed-in' }>;

async function provePassword(
  request: FastifyRequest,
  services: ManagementServices,
  { email, password }: Credentials,
): Promise<Proof> {
  const account = await foldedEmail(services, email);
  const attempt = attemptOf(request, services, account);
  const waitSeconds = await countAttempt(attempt);
  if (waitSeconds !== null) return { outcome: 'throttled', waitSeconds };
  const user = await services.database
    .selectFrom('userAccount')
    .select(['userAccount.id', 'userAccount.passwordHash'])
    .where(sql<string>`lower(user_account.email)`, '=', account)
    .where('userAccount.archivedAt', 'is', null)
    .executeTakeFirst();
  const passwordHash = user?.passwordHash ?? null;
  const right = await isPassword(password, passwordHash);
  if (!right || user === undefined || passwordHash === null) {
    services.log.info({ requestId: request.id, userId: user?.id, address: attempt.address }, 'wrong password');
    return { outcome: 'wrong' };
  }
  await forgiveAttempt(attempt);
  return { outcome: 'proven', userId: user.id, passwordHash };
}

/** Returns the address as the database folds it. PostgreSQL and JavaScript fold letter case differently. */
async function foldedEmail({ database }: ManagementServices, email: string): Promise<string> {
  const { account } = await database
    .selectNoFrom(sql<string>`lower(${email}::text)`.as('account'))
    .executeTakeFirstOrThrow();
  return account;
}

function attemptOf(request: FastifyRequest, services: ManagementServices, account: string): SignInAttempt {
  const { database, secret, config, nowMs } = services;
  const address = createRequestAddress(config)(request);
  return { database, secret, account, address, nowMs: nowMs?.() ?? Date.now() };
}

function entryOf(request: FastifyRequest, userId: number, action: string) {
  const actor = `user:${userId}`;
  return { actor, action, kind: 'users', objectId: userId, before: null, after: null, requestId: request.id };
}
