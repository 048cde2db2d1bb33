/*
 * Sign-in with passwords and identity providers.
 *
 * - `sign-in-routes.ts`, `sign-in-pages.ts`: pages without scripts. `local-sign-in.ts`, `sign-in-throttle.ts`:
 *   passwords.
 * - `federated-sign-in.ts`, `federated-routes.ts`, `provider-client.ts`, `claims.ts`: OpenID Connect.
 * - `flow-cookie.ts`, `return-path.ts`: state of a sign-in until the browser returns.
 * - `back-channel-logout.ts`, `account-routes.ts`: signing out, and the account page. `invitation-routes.ts`: the page of an
 *   invitation.
 *
 * See docs/internals/access.md.
 */

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { maxPasswordLength } from '../../../core/vocabulary/limits/access-limits.ts';
import { sessionRules, sessionTokenOf } from '../../api/call/session-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { addConsentPages } from '../assistant/consent-routes.ts';
import { providerOfEmail, readProviders } from '../identity-provider/read-providers.ts';
import { endSession } from '../session/session.ts';
import { clearCookie, sessionCookie } from '../session/session-cookie.ts';
import { addAccountPages } from './account-routes.ts';
import { registerBackChannelLogout } from './back-channel-logout.ts';
import { addFederatedSignIn } from './federated-routes.ts';
import { addInvitationPages } from './invitation-routes.ts';
import { signInLocally } from './local-sign-in.ts';
import { pageLanguage } from './page-language.ts';
import { ProviderClients } from './provider-client.ts';
import { returnPathOf } from './return-path.ts';
import { refusalOf, replaceSession, whenNotOverrun } from './session-exchange.ts';
import { preparePages, sendPage } from './sign-in-app.ts';
import { leadPage, signInPage, signOutPage } from './sign-in-pages.ts';

const oneLine = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: fieldMessage('noControl') });

const signInForm = z.strictObject({
  email: oneLine.trim().max(255),
  password: z.string().max(maxPasswordLength),
  returnTo: z.string().optional(),
});

/** Registers the pages for signing in and out. They work without scripts; their content security policy allows none. */
export async function registerSignInPages(app: FastifyInstance, services: ManagementServices): Promise<void> {
  await app.register(async (pages) => {
    preparePages(pages, services);
    registerSignIn(pages, services);
    registerSignOut(pages, services);
    addAccountPages(pages, services);
    addInvitationPages(pages, services);
    addConsentPages(pages, services);
    const clients = new ProviderClients(services);
    addFederatedSignIn(pages, services, clients);
    registerBackChannelLogout(pages, services, clients);
  });
}

function registerSignIn(pages: FastifyInstance, services: ManagementServices): void {
  pages.get('/sign-in', { schema: { hide: true } }, async (request, reply) => {
    const { returnTo, email } = request.query as Readonly<Record<string, unknown>>;
    const providers = await readProviders(services.database);
    const asked = { returnTo: returnPathOf(returnTo), email: typeof email === 'string' ? email : undefined };
    return sendPage(reply, 200, signInPage({ ...asked, providers }, await pageLanguage(request, services)));
  });
  pages.post('/sign-in', { schema: { hide: true, body: signInForm } }, async (request, reply) => {
    const { email, password, returnTo: asked } = request.body as z.output<typeof signInForm>;
    const returnTo = returnPathOf(asked);
    const providers = await readProviders(services.database);
    const elsewhere = password === '' ? providerOfEmail(providers, email) : null;
    const language = await pageLanguage(request, services);
    if (elsewhere !== null) return sendPage(reply, 200, leadPage(elsewhere, returnTo, language));
    const done = await whenNotOverrun(() => signInLocally(request, services, { email, password }));
    if (done.outcome === 'signed-in') {
      await replaceSession({ request, reply, services }, done.token);
      return reply.redirect(returnTo, 303);
    }
    const { status, text } = refusalOf(done, reply, language.t);
    const form = { returnTo, email, providers, notice: { tone: 'bad', text } } as const;
    return sendPage(reply, status, signInPage(form, language));
  });
}

function registerSignOut(pages: FastifyInstance, services: ManagementServices): void {
  pages.get('/sign-out', { schema: { hide: true } }, async (request, reply) =>
    sendPage(reply, 200, signOutPage(await pageLanguage(request, services))),
  );
  pages.post('/sign-out', { schema: { hide: true } }, async (request, reply) => {
    const token = sessionTokenOf(request, services);
    if (token !== null) await endSession(sessionRules(services), token);
    reply.header('Set-Cookie', clearCookie(sessionCookie, services.config));
    const language = await pageLanguage(request, services);
    const notice = { tone: 'good', text: language.t('signIn.text.signedOut') } as const;
    const providers = await readProviders(services.database);
    return sendPage(reply, 200, signInPage({ returnTo: '/', providers, notice }, language));
  });
}
