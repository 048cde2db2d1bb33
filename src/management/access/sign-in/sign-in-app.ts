import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxSignInFormBytes } from '../../../core/words/limits.ts';
import { comesFromHere } from '../../api/call/session-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { Problem } from '../../api/problem/problem.ts';
import { problemFromError } from '../../api/problem/problem-from-error.ts';
import { failureInWords, SignInFailure } from './sign-in-failure.ts';
import { failurePage } from './sign-in-pages.ts';

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * What all pages about signing in have in common: forms and nothing else are read, every failure is a page, nothing is
 * kept by browsers or proxies, and no form of another site is taken.
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
      // Without it a browser would send `Origin: null` with our own forms.
      'Referrer-Policy': 'same-origin',
    });
    if (request.method === 'POST' && request.routeOptions.config.fromElsewhere !== true) {
      if (!comesFromHere(request, services, 'changing')) throw new Problem('cross_site_request', foreignForm(services));
    }
  });
  pages.setErrorHandler((error, request, reply) => {
    if (error instanceof SignInFailure) return sendFailure(error, { request, reply, services });
    const problem = problemFromError(error);
    const about = { requestId: request.id, method: request.method, path: request.url.split('?', 1)[0] };
    if (problem.status >= 500) services.log.error({ ...about, err: problem.cause ?? problem }, 'sign-in failed');
    else services.log.info({ ...about, code: problem.code }, 'sign-in refused');
    return sendPage(reply.headers(problem.headers), problem.status, failureOf(problem, request));
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

function sendFailure(failure: SignInFailure, { request, reply, services }: Exchange): FastifyReply {
  const { status, title, detail } = failureInWords(failure);
  const about = { requestId: request.id, reason: failure.reason, provider: failure.provider };
  services.log.warn({ ...about, err: failure.about.cause }, 'sign-in at an identity provider failed');
  return sendPage(reply, status, failurePage({ title, detail }));
}

type Exchange = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: ManagementServices;
};

function failureOf(problem: Problem, request: FastifyRequest): string {
  if (problem.status < 500) return failurePage({ title: problem.body('').title, detail: problem.message });
  return failurePage({
    title: problem.code === 'unavailable' ? 'Signing in is not possible right now' : 'Something went wrong on our side',
    detail: `Please try again in a moment. If that does not help, tell your administrator the number of this request: ${request.id}.`,
  });
}

function foreignForm({ config }: ManagementServices) {
  return { detail: `The form was not sent by a page of this server. Open ${config.publicUrl}/sign-in and try again.` };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A POST that is no form of ours: it proves by itself where it comes from. */
    fromElsewhere?: true;
  }
}
