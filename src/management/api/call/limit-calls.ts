import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callWindowMs } from '../../../core/vocabulary/limits/api-limits.ts';
import { detailMessage } from '../../records/detail-message.ts';
import type { ManagementServices } from '../management-services.ts';
import { Problem } from '../problem/problem.ts';
import { type CallStanding, createCallLimiter } from './call-limiter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Rate limit state after this call. Set before any handler below /api/v1 runs. */
    callStanding: CallStanding | null;
  }
}

/** When a call is authenticated: before or after its body is read. */
type CallStage = 'onRequest' | 'preValidation';

/** Adds a hook that runs at the stage. */
export function addCallHook(
  app: FastifyInstance,
  stage: CallStage,
  run: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  if (stage === 'onRequest') app.addHook('onRequest', run);
  else app.addHook('preValidation', run);
}

/** Name of the policy in the headers. */
const policy = '"caller"';

/**
 * Adds the remaining calls to every response to an authenticated caller (RateLimit header fields for HTTP,
 * draft-ietf-httpapi-ratelimit-headers-10) and returns 429 beyond the limit. Must be registered after the caller is
 * set.
 */
export function limitCalls(app: FastifyInstance, services: ManagementServices, stage: CallStage): void {
  const { config, redis = null } = services;
  const countCall = createCallLimiter({ name: 'caller', limit: config.callsPerMinute, redis });
  app.decorateRequest('callStanding', null);
  addCallHook(app, stage, async (request, reply) => {
    if (request.caller === null) return;
    const standing = await countCall(request.caller.actor);
    const { limit, remaining, resetSeconds } = standing;
    reply.header('RateLimit-Policy', `${policy};q=${limit};w=${callWindowMs / 1000}`);
    reply.header('RateLimit', `${policy};r=${remaining};t=${resetSeconds}`);
    if (standing.isRefused) {
      throw new Problem('too_many_requests', {
        detail: detailMessage('callLimit', { limit, seconds: resetSeconds }),
        retryAfterSeconds: resetSeconds,
      });
    }
    request.callStanding = standing;
  });
}
