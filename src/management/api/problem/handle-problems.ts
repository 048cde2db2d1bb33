import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { issueMessage } from '../../../contract/common/issue-message.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { invalidRequest } from '../../records/domain-error.ts';
import { fieldErrors, type RequestPart } from '../../records/field-errors.ts';
import { requestLocale } from '../call/request-locale.ts';
import { htmlPage } from '../html-page.ts';
import type { ManagementServices } from '../management-services.ts';
import { readingSchemaOf } from '../resource/patch-schema.ts';
import { Problem } from './problem.ts';
import { problemFromError } from './problem-from-error.ts';

const parts: Readonly<Record<string, RequestPart>> = {
  body: 'body',
  params: 'path',
  querystring: 'query',
  headers: 'header',
};

/** Converts every error of the listener to problem+json and validates requests with the zod schemas of the contract. */
export function handleProblems(app: FastifyInstance, services: ManagementServices): void {
  const allowedMethods = watchAllowedMethods(app);
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => {
    const reading = readingSchemaOf(schema);
    const part = parts[httpPart ?? 'body'] ?? 'body';
    return (data) => {
      const parsed = reading.safeParse(data ?? undefined, { reportInput: true, error: issueMessage });
      return parsed.success
        ? { value: parsed.data }
        : { error: invalidRequest(fieldErrors(parsed.error.issues, part)) };
    };
  });
  // Handlers have already validated their responses.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler((error, request, reply) => {
    const problem = isAbort(error, request) ? abortedCall(error) : problemFromError(error);
    return sendProblem(problem, { request, reply, services });
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(request);
    if (methods === null && isPageVisit(request)) return sendNotFoundPage(reply);
    const problem =
      methods === null
        ? new Problem('not_found', {
            detail: detailMessage('noPath', { path: request.url.split('?', 1)[0]?.slice(0, 200) ?? '' }),
          })
        : new Problem('method_not_allowed', {
            detail: detailMessage('allowedMethods', { methods }),
            headers: { Allow: methods },
          });
    return sendProblem(problem, { request, reply, services });
  });
}

/**
 * Returns whether a browser requests a page. Calls of the API and of the token endpoint always get problem documents.
 */
function isPageVisit({ method, url, headers }: FastifyRequest): boolean {
  const isPath = !/^\/(?:api|oauth2|\.well-known|usersync)(?:[/?]|$)/.test(url);
  return isPath && (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

function sendNotFoundPage(reply: FastifyReply): FastifyReply {
  const content =
    '<h1>Page not found</h1><section><p>This address does not exist, or you do not have access.</p><p><a href="/">Home</a></p></section>';
  return reply
    .code(404)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .serializer((body: unknown) => String(body))
    .send(htmlPage('Page not found', content));
}

/** Returns whether the client closed the connection before its request was complete. This is not a server error. */
function isAbort(error: unknown, { raw }: FastifyRequest): boolean {
  return (
    raw.destroyed &&
    !raw.complete &&
    error instanceof Error &&
    ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes((error as NodeJS.ErrnoException).code ?? '')
  );
}

function abortedCall(cause: unknown): Problem {
  return new Problem('malformed_request', { detail: detailMessage('connectionClosed'), cause });
}

type Exchange = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: Pick<ManagementServices, 'log'>;
};

/** Sends the problem in the language of the call. Server errors are logged with their cause, others in one line. */
export function sendProblem(problem: Problem, { request, reply, services }: Exchange): FastifyReply {
  const about = {
    requestId: request.id,
    method: request.method,
    path: request.url.split('?', 1)[0],
    code: problem.code,
  };
  if (problem.status >= 500)
    services.log.error({ ...about, err: problem.cause ?? problem }, `management call failed: ${problem.code}`);
  else services.log.info(about, 'management call refused');
  const locale = requestLocale(request);
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json')
    .serializer((body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body)))
    .header('Content-Language', locale)
    .send(problem.body(request.id, locale));
}

/** Function that returns the allowed methods of a path. null if no route has the path or one supports the method. */
type AllowedMethods = (request: { readonly method: string; readonly url: string }) => string | null;

/** Records every route registered from now on, to distinguish a wrong method from an unknown path. */
function watchAllowedMethods(app: FastifyInstance): AllowedMethods {
  const methodsByPattern = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', (route) => {
    const known = methodsByPattern.get(route.url) ?? { pattern: patternOf(route.url), methods: new Set() };
    for (const method of [route.method].flat()) known.methods.add(method);
    methodsByPattern.set(route.url, known);
  });
  return ({ method, url }) => {
    const path = url.split('?', 1)[0] ?? '';
    const methods = [...methodsByPattern.values()]
      .filter((route) => route.pattern.test(path))
      .flatMap((route) => [...route.methods]);
    // A route that supports the method has reported the missing object itself.
    return methods.length === 0 || methods.includes(method) ? null : [...new Set(methods)].sort().join(', ');
  };
}

function patternOf(url: string): RegExp {
  const steps = url.split('/').map((step) => {
    if (step.startsWith(':')) return '[^/]*';
    return step === '*' ? '.*' : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${steps.join('/')}$`);
}
