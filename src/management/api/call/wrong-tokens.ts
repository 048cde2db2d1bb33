import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { maxWrongTokensOfAddress } from '../../../core/vocabulary/limits/access-limits.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { detailMessage } from '../../records/detail-message.ts';
import type { ManagementServices } from '../management-services.ts';
import { Problem } from '../problem/problem.ts';
import { createCallLimiter } from './call-limiter.ts';
import { createRequestAddress } from './request-address.ts';

/**
 * Counts calls with an invalid token or session by address and returns the refusal: 429 beyond the limit of a minute.
 * Calls with a valid token are never refused, so guessing from an address does not lock out its other clients.
 */
export function countWrongTokens(
  services: ManagementServices,
): (request: FastifyRequest, refusal: Problem) => Promise<Problem> {
  const { redis = null } = services;
  const countCall = createCallLimiter({ name: 'wrong-token', limit: maxWrongTokensOfAddress, redis });
  const addressOf = createRequestAddress(services.config);
  return async (request, refusal) => {
    const { isRefused, limit, resetSeconds } = await countCall(bucketOf(networkOf(addressOf(request))));
    if (!isRefused) return refusal;
    return new Problem('too_many_requests', {
      detail: detailMessage('invalidTokenLimit', { limit, seconds: resetSeconds }),
      retryAfterSeconds: resetSeconds,
    });
  };
}

/**
 * Returns one of 65,536 counters. A client with many networks cannot exhaust memory. Two networks that share a counter
 * share only refusals of calls without a valid token.
 */
function bucketOf(network: string): string {
  return createHash('sha256').update(network).digest('hex').slice(0, 4);
}
