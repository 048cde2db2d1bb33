import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Translate } from '../../../messages/translate.ts';
import { sessionRules, sessionTokenOf } from '../../api/call/session-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { DomainError } from '../../records/domain-error.ts';
import { endSession } from '../session/session.ts';
import { sessionCookie, setCookie } from '../session/session-cookie.ts';
import { TooManyPasswords } from '../user/password.ts';
import type { LocalSignIn } from './local-sign-in.ts';

/** Request of a page and its reply. */
export type SessionExchange = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: ManagementServices;
};

/** Sets the cookie of a new session and ends the previous session of the browser. */
export async function replaceSession({ request, reply, services }: SessionExchange, token: string): Promise<void> {
  const before = sessionTokenOf(request, services);
  if (before !== null) await endSession(sessionRules(services), before);
  // Adds a second Set-Cookie header next to the first.
  reply.header('Set-Cookie', setCookie({ name: sessionCookie, value: token }, services.config));
}

/** Status and text of a failed attempt. */
export function refusalOf(
  done: Exclude<LocalSignIn, { readonly outcome: 'signed-in' }>,
  reply: FastifyReply,
  t: Translate,
): { readonly status: number; readonly text: string } {
  if (done.outcome === 'wrong') {
    // A 401 must name an authentication scheme (RFC 9110, 15.5.2). Browsers do not know this one and show the page.
    reply.header('WWW-Authenticate', 'Form realm="placard"');
    return { status: 401, text: t('signIn.error.wrongCredentials') };
  }
  reply.header('Retry-After', String(done.waitSeconds));
  const minutes = Math.ceil(done.waitSeconds / 60);
  return { status: 429, text: t('signIn.error.tooManyAttempts', { minutes }) };
}

/** Responds with `unavailable` while the queue of password checks is full. */
export async function whenNotOverrun<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof TooManyPasswords) throw new DomainError('unavailable', { retryAfterSeconds: 5, cause });
    throw cause;
  }
}
