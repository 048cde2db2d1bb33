/*
 * Steps of every call before its route: caller, scope, rate limit, repeated calls.
 *
 * - `authenticate-call.ts`: access token or session to caller, and the scope of the route. `session-call.ts`: cookies.
 * - `limit-calls.ts`, `call-limiter.ts`, `wrong-tokens.ts`: rate limits.
 * - `inner-call.ts`: calls that this process makes to its own API. `answer-once.ts`: `Idempotency-Key`. `database-answers.ts`: whether the database responds.
 *
 * See docs/internals/access.md.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import { resourceMetadataPath } from '../../access/token/token-service-options.ts';
import type { RecordCall } from '../../records/change.ts';
import { detailMessage } from '../../records/detail-message.ts';
import type { RecordServices } from '../../records/record-services.ts';
import type { ManagementServices } from '../management-services.ts';
import { Problem } from '../problem/problem.ts';
import { readInnerCaller } from './inner-call.ts';
import { addCallHook, limitCalls } from './limit-calls.ts';
import { readSessionCaller, refuseForeignCall, sessionTokenOf } from './session-call.ts';
import { countWrongTokens } from './wrong-tokens.ts';

/** How an agent endpoint identifies callers: only by tokens that are bound to it (RFC 8707), never by a session. */
export type AgentDoor = {
  /** Path of the endpoint, which is the resource of its tokens. */
  readonly path: string;
  /** Returns the caller of a token. null: the token is invalid. */
  identify(token: string, request: FastifyRequest): Promise<Caller | null>;
  /** Signatures as credentials. With them, calls are authenticated after their body is read, which signatures cover. */
  readonly signatures?: {
    /** Returns the caller of a signed call without a token. null: it is not signed. Throws `Problem` if it is refused. */
    identify(request: FastifyRequest): Promise<Caller | null>;
    /** Returns the challenge that is added to that of tokens. null: none. */
    challenge(request: FastifyRequest): string | null;
  };
};

/**
 * Requires a caller (access token or session cookie) and a scope for every route of the app. Registering a route
 * without a declared scope fails at start, so that anonymous calls are impossible. Runs before the body is read, unless the
 * endpoint accepts signatures. Calls without the scope count against the rate limit. An agent endpoint has its own door.
 */
export function authenticateEveryCall(app: FastifyInstance, services: ManagementServices, door?: AgentDoor): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.scope === undefined) {
      throw new Error(`${String(route.method)} ${route.url} declares no scope`);
    }
  });
  const refuse = countWrongTokens(services);
  const stage = door?.signatures === undefined ? 'onRequest' : 'preValidation';
  addCallHook(app, stage, async (request) => {
    request.caller = await identify(request, services, { refuse, door });
  });
  limitCalls(app, services, stage);
  addCallHook(app, stage, async (request) => {
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
type Entrance = { readonly refuse: Refuse; readonly door: AgentDoor | undefined };

async function identify(
  request: FastifyRequest,
  services: ManagementServices,
  { refuse, door }: Entrance,
): Promise<Caller> {
  const inner = readInnerCaller();
  if (inner !== null) return inner;
  // It reads the body, which only a refusal needs.
  const challenge = () => challengeOf(services, door, request);
  const header = request.headers.authorization;
  if (header === undefined) {
    const signer = door?.signatures === undefined ? null : await identifySigner(request, door.signatures, refuse);
    if (signer !== null) return signer;
    if (door !== undefined) throw authenticationRequired('No access token was sent', challenge());
    return identifyBySession(request, services, refuse);
  }
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header)?.[1];
  if (token === undefined) {
    const detail = 'Send the token as `Authorization: Bearer <access token>`';
    throw await refuse(request, authenticationRequired(detail, challenge()));
  }
  const caller =
    door === undefined ? await services.tokenService.verifyAccessToken(token) : await door.identify(token, request);
  if (caller === null) {
    throw await refuse(request, authenticationRequired('The access token is invalid or has expired', challenge()));
  }
  return caller;
}

async function identifySigner(
  request: FastifyRequest,
  signatures: NonNullable<AgentDoor['signatures']>,
  refuse: Refuse,
): Promise<Caller | null> {
  try {
    return await signatures.identify(request);
  } catch (error) {
    throw error instanceof Problem ? await refuse(request, error) : error;
  }
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

/**
 * Returns the parameters of the challenge of an agent endpoint: the address of its metadata (RFC 9728 5.1), and after
 * them another challenge.
 */
function challengeOf({ config }: ManagementServices, door: AgentDoor | undefined, request: FastifyRequest): string {
  if (door === undefined) return '';
  const metadata = `, resource_metadata="${config.publicUrl}${resourceMetadataPath(door.path)}"`;
  const other = door.signatures?.challenge(request) ?? null;
  return other === null ? metadata : `${metadata}, ${other}`;
}

function authenticationRequired(detail: string, challenge = ''): Problem {
  const invalid = detail.startsWith('The access token') ? ', error="invalid_token"' : '';
  return new Problem('authentication_required', {
    detail,
    headers: { 'WWW-Authenticate': `Bearer realm="placard"${invalid}${challenge}` },
  });
}
