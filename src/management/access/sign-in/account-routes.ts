import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Role } from '../../../contract/access/scopes.ts';
import { maxPasswordLength } from '../../../core/vocabulary/limits/access-limits.ts';
import type { Locale } from '../../../messages/locales.ts';
import { readSessionCaller } from '../../api/call/session-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { listConnections, revokeConnection } from '../assistant/assistant-connections.ts';
import { readProviders } from '../identity-provider/read-providers.ts';
import { endSessionsOf } from '../session/session.ts';
import { clearCookie, sessionCookie } from '../session/session-cookie.ts';
import { changeOwnPassword } from './local-sign-in.ts';
import { pageLanguage } from './page-language.ts';
import { passwordFault } from './password-fault.ts';
import { refusalOf, replaceSession, type SessionExchange, whenNotOverrun } from './session-exchange.ts';
import { sendPage } from './sign-in-app.ts';
import { accountPage, type Notice, signInPage } from './sign-in-pages.ts';

const passwordForm = z.strictObject({
  current: z.string().max(maxPasswordLength),
  password: z.string().max(maxPasswordLength),
});

const revokeForm = z.strictObject({ connection: z.string().regex(/^\d{1,15}$/) });

/** Adds the account page: the signed-in user, changing the password, the connected assistants, and signing out everywhere. */
export function addAccountPages(pages: FastifyInstance, services: ManagementServices): void {
  pages.get('/account', { schema: { hide: true } }, (request, reply) => showAccount({ request, reply, services }, 200));
  pages.post('/account/password', { schema: { hide: true, body: passwordForm } }, async (request, reply) => {
    const exchange = { request, reply, services };
    const user = await signedInUser(exchange);
    if (user === null) return askToSignIn(exchange);
    const { current, password } = request.body as z.output<typeof passwordForm>;
    const fault = await passwordFault(password, user, user.language.t);
    if (fault !== null) return showAccount(exchange, 422, { tone: 'bad', text: fault });
    const done = await whenNotOverrun(() =>
      changeOwnPassword(request, services, { email: user.email, current, password }),
    );
    if (done.outcome === 'signed-in') {
      await replaceSession(exchange, done.token);
      return sendPage(
        reply,
        200,
        accountPage(user, user.language, { tone: 'good', text: user.language.t('signIn.text.passwordChanged') }),
      );
    }
    const refusal = refusalOf(done, reply, user.language.t);
    const text = done.outcome === 'wrong' ? user.language.t('signIn.error.wrongCurrentPassword') : refusal.text;
    return showAccount(exchange, refusal.status, { tone: 'bad', text });
  });
  pages.post('/account/assistants/revoke', { schema: { hide: true, body: revokeForm } }, async (request, reply) => {
    const exchange = { request, reply, services };
    const user = await signedInUser(exchange);
    if (user === null) return askToSignIn(exchange);
    const { connection } = request.body as z.output<typeof revokeForm>;
    const named = user.connections.find(({ id }) => id === Number(connection));
    if (named === undefined) return showAccount(exchange, 200);
    const { database } = services;
    await revokeConnection(database, { id: named.id, userId: user.id, requestId: request.id });
    const text = user.language.t('assistant.text.revoked', { client: named.clientName });
    return showAccount(exchange, 200, { tone: 'good', text });
  });
  pages.post('/account/sign-out-everywhere', { schema: { hide: true } }, async (request, reply) => {
    const user = await signedInUser({ request, reply, services });
    if (user !== null) await endSessionsOf(services.database, user.id);
    reply.header('Set-Cookie', clearCookie(sessionCookie, services.config));
    const language = user?.language ?? (await pageLanguage(request, services));
    const notice = { tone: 'good', text: language.t('signIn.text.signedOutEverywhere') } as const;
    const providers = await readProviders(services.database);
    return sendPage(reply, 200, signInPage({ returnTo: '/', providers, notice }, language));
  });
}

async function showAccount(exchange: SessionExchange, status: number, notice?: Notice) {
  const user = await signedInUser(exchange);
  return user === null
    ? askToSignIn(exchange)
    : sendPage(exchange.reply, status, accountPage(user, user.language, notice));
}

function askToSignIn({ reply }: SessionExchange) {
  return reply.redirect('/sign-in?returnTo=/account', 303);
}

async function signedInUser({ request, services }: SessionExchange) {
  const caller = await readSessionCaller(request, services);
  if (caller === null) return null;
  const row = await services.database
    .selectFrom('userAccount')
    .select(['userAccount.id', 'userAccount.name', 'userAccount.email', 'userAccount.role'])
    .select(['userAccount.passwordHash', 'userAccount.language'])
    .where('userAccount.id', '=', caller.id)
    .executeTakeFirstOrThrow();
  const language = await pageLanguage(request, services, row.language as Locale | null);
  const role = language.t(`labels.role.${row.role as Role}`);
  const connections = await listConnections(services.database, row.id);
  const { id, name, email, passwordHash } = row;
  return { id, name, email, role, hasPassword: passwordHash !== null, language, connections };
}
