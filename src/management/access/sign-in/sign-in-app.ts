import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxSignInFormBytes } from '../../../core/vocabulary/limits/access-limits.ts';
import { messageReference } from '../../../messages/message-reference.ts';
import { comesFromHere } from '../../api/call/session-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { Problem } from '../../api/problem/problem.ts';
import { problemFromError } from '../../api/problem/problem-from-error.ts';
import { type PageLanguage, pageLanguage } from './page-language.ts';
import { describeSignInFailure, SignInFailure } from './sign-in-failure.ts';
import { failurePage } from './sign-in-pages.ts';

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Sets the rules of all sign-in pages: they accept only forms, render failures as pages, are never cached, and refuse
 * forms of other sites.
 */
export function preparePages(pages: FastifyInstance, services: ManagementServices): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxSignInFormBytes },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
  );
  pages.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy,
      // Without this header browsers send `Origin: null` with forms of these pages.
      'Referrer-Policy': 'same-origin',
    });
    if (request.method === 'POST' && request.routeOptions.config.fromElsewhere !== true) {
      if (!comesFromHere(request, services, 'changing')) throw new Problem('cross_site_request', foreignForm(services));
    }
  });
  pages.setErrorHandler(async (error, request, reply) => {
    if (error instanceof SignInFailure) return sendFailure(error, { request, reply, services });
    const problem = problemFromError(error);
    const about = { requestId: request.id, method: request.method, path: request.url.split('?', 1)[0] };
    if (problem.status >= 500) services.log.error({ ...about, err: problem.cause ?? problem }, 'sign-in failed');
    else services.log.info({ ...about, code: problem.code }, 'sign-in refused');
    const language = await pageLanguage(request, services);
    return sendPage(reply.headers(problem.headers), problem.status, failureOf(problem, request, language));
  });
}

/** Sends a page with its status. */
export function sendPage(reply: FastifyReply, status: number, markup: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .serializer((text: string) => text)
    .send(markup);
}

async function sendFailure(failure: SignInFailure, { request, reply, services }: Exchange): Promise<FastifyReply> {
  const language = await pageLanguage(request, services);
  const { status, title, detail } = describeSignInFailure(failure, language.t);
  const about = { requestId: request.id, reason: failure.reason, provider: failure.provider };
  services.log.warn({ ...about, err: failure.about.cause }, 'federated sign-in failed');
  return sendPage(reply, status, failurePage({ title, detail }, language));
}

type Exchange = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: ManagementServices;
};

function failureOf(problem: Problem, request: FastifyRequest, language: PageLanguage): string {
  const { t, locale } = language;
  if (problem.status < 500) {
    const { title, detail = title } = problem.body('', locale);
    return failurePage({ title, detail }, language);
  }
  const title = t(problem.code === 'unavailable' ? 'signIn.title.unavailable' : 'signIn.title.internalError');
  return failurePage({ title, detail: t('signIn.error.retryLater', { requestId: request.id }) }, language);
}

function foreignForm({ config }: ManagementServices) {
  return { detail: messageReference('signIn.error.foreignForm', { url: `${config.publicUrl}/sign-in` }) };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** POST that is not one of the forms of these pages. The request itself proves its origin. */
    fromElsewhere?: true;
  }
}
