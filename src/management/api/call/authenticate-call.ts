/*
 * Steps of every call before its route: caller, scope, rate limit, repeated calls.
 *
 * - `authenticate-call.ts`: access token or session to caller, and the scope of the route. `session-call.ts`: cookies.
 * - `limit-calls.ts`, `call-limiter.ts`, `wrong-tokens.ts`: rate limits.
 * - `answer-once.ts`: `Idempotency-Key`. `database-answers.ts`: whether the database responds.
 *
 * See docs/internals/access.md.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import type { RecordCall } from '../../records/change.ts';
import { detailMessage } from '../../records/detail-message.ts';
import type { RecordServices } from '../../records/record-services.ts';
import type { ManagementServices } from '../management-services.ts';
import { Problem } from '../problem/problem.ts';
import { limitCalls } from './limit-calls.ts';
import { readSessionCaller, refuseForeignCall, sessionTokenOf } from './session-call.ts';
import { countWrongTokens } from './wrong-tokens.ts';

/**
 * Requires a caller (access token or session cookie) and a scope for every route of the app. Registering a route
 * without a declared scope fails at start, so that anonymous calls are impossible. Runs before the body is read. Calls
 * without the scope count against the rate limit.
 */
export function authenticateEveryCall(app: FastifyInstance, services: ManagementServices): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.scope === undefined) {
      throw new Error(`${String(route.method)} ${route.url} declares no scope`);
    }
  });
  const refuse = countWrongTokens(services);
  app.addHook('onRequest', async (request) => {
    request.caller = await identify(request, services, refuse);
  });
  limitCalls(app, services);
  app.addHook('onRequest', async (request) => {
    const scope = request.routeOptions.config.scope;
    if (scope === null) return;
    const enough = [scope ?? []].flat();
    if (!enough.some((one) => callerOf(request).scopes.has(one))) {
      throw new Problem('insufficient_scope', {
        detail: detailMessage('missingScope', { scopes: enough.join(', ') }),
        headers: {
          'WWW-Authenticate': `Bearer realm="placard", error="insufficient_scope", scope="${enough[0] ?? ''}"`,
        },
      });
    }
  });
}

/** Returns the caller of a request whose route has passed `authenticateEveryCall`. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.method} ${request.url} was reached without a caller`);
  return request.caller;
}

/** Returns the call without HTTP, for the write service. */
export function recordCallOf({ request, services }: RequestOfCall): RecordCall {
  return { services, caller: callerOf(request), requestId: request.id };
}

type RequestOfCall = { readonly request: FastifyRequest; readonly services: RecordServices };

type Refuse = ReturnType<typeof countWrongTokens>;

async function identify(request: FastifyRequest, services: ManagementServices, refuse: Refuse): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) return identifyBySession(request, services, refuse);
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header)?.[1];
  if (token === undefined) {
    throw await refuse(request, authenticationRequired('Send the token as `Authorization: Bearer <access token>`'));
  }
  const caller = await services.tokenService.verifyAccessToken(token);
  if (caller === null)
    throw await refuse(request, authenticationRequired('The access token is invalid or has expired'));
  return caller;
}

async function identifyBySession(
  request: FastifyRequest,
  services: ManagementServices,
  refuse: Refuse,
): Promise<Caller> {
  const caller = await readSessionCaller(request, services);
  if (caller === null) {
    const refusal = authenticationRequired('No access token was sent');
    // A call without a token is not counted as a guess.
    throw sessionTokenOf(request, services) === null ? refusal : await refuse(request, refusal);
  }
  refuseForeignCall(request, services);
  return caller;
}

function authenticationRequired(detail: string): Problem {
  const invalid = detail.startsWith('The access token') ? ', error="invalid_token"' : '';
  return new Problem('authentication_required', {
    detail,
    headers: { 'WWW-Authenticate': `Bearer realm="placard"${invalid}` },
  });
}
