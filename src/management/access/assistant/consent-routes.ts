import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Locale } from '../../../messages/locales.ts';
import { readSessionCaller } from '../../api/call/session-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { pageLanguage } from '../sign-in/page-language.ts';
import type { SessionExchange } from '../sign-in/session-exchange.ts';
import { sendPage } from '../sign-in/sign-in-app.ts';
import { failurePage } from '../sign-in/sign-in-pages.ts';
import { consentPath } from '../token/token-service-options.ts';
import { consentPage, returningPage } from './consent-pages.ts';

const decisionForm = z.strictObject({
  decision: z.enum(['approve', 'deny']),
  /** The person to whom the page was shown. */
  user: z.string().regex(/^\d{1,15}$/),
});
const requestIdPattern = /^[\w-]{1,64}$/;

/** Adds the page on which a signed-in person approves or denies an assistant. */
export function addConsentPages(pages: FastifyInstance, services: ManagementServices): void {
  const { approvals } = services.tokenService;
  const path = `${consentPath}/:id`;
  pages.get(path, { schema: { hide: true } }, (request, reply) => showRequest({ request, reply, services }));
  pages.post(path, { schema: { hide: true, body: decisionForm } }, async (request, reply) => {
    const exchange = { request, reply, services };
    const { decision, user } = request.body as z.output<typeof decisionForm>;
    const id = requestIdOf(exchange);
    const person = await signedInPerson(exchange);
    // Another user may have signed in meanwhile. The page then shows that user.
    if (person === null || person.id !== Number(user)) return showRequest(exchange);
    const raw = { request: request.raw, response: reply.raw };
    const asked = await approvals.read(raw, id);
    if (asked === null) return refuseExpired(exchange);
    const decided = { userId: person.id, approved: decision === 'approve', requestId: request.id };
    const next = await approvals.decide(raw, id, decided);
    if (next === null) return refuseExpired(exchange);
    return sendPage(reply, 200, returningPage(next, asked.clientName, person.language));
  });
}

async function showRequest(exchange: SessionExchange) {
  const { request, reply, services } = exchange;
  const id = requestIdOf(exchange);
  const raw = { request: request.raw, response: reply.raw };
  const asked = await services.tokenService.approvals.read(raw, id);
  if (asked === null) return refuseExpired(exchange);
  const person = await signedInPerson(exchange);
  if (person === null) {
    return reply.redirect(`/sign-in?returnTo=${encodeURIComponent(`${consentPath}/${id}`)}`, 303);
  }
  return sendPage(reply, 200, consentPage({ id, request: asked, person }, person.language));
}

function requestIdOf({ request }: SessionExchange): string {
  const { id } = request.params as { readonly id: string };
  return requestIdPattern.test(id) ? id : '';
}

async function signedInPerson({ request, services }: SessionExchange) {
  const caller = await readSessionCaller(request, services);
  if (caller === null) return null;
  const { email, language } = await services.database
    .selectFrom('userAccount')
    .select(['userAccount.email', 'userAccount.language'])
    .where('userAccount.id', '=', caller.id)
    .executeTakeFirstOrThrow();
  return {
    id: caller.id,
    name: caller.name,
    email,
    language: await pageLanguage(request, services, language as Locale | null),
  };
}

async function refuseExpired({ request, reply, services }: SessionExchange) {
  const language = await pageLanguage(request, services);
  const { t } = language;
  const failure = { title: t('assistant.title.expired'), detail: t('assistant.error.expired') };
  return sendPage(reply, 404, failurePage(failure, language));
}
