import type { FastifyRequest } from 'fastify';
import { maxWrongTokensOfAddress } from '../../../core/words/limits.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import type { ManagementServices } from '../management-services.ts';
import { Problem } from '../problem/problem.ts';
import { CallWindows } from './call-windows.ts';
import { createRequestAddress } from './request-address.ts';

/**
 * Counts calls with a token or session that is none by the address that they come from, and answers the refusal, which beyond
 * so many in a minute is a 429. A valid token goes through from everywhere: whoever guesses locks nobody out.
 */
export function countWrongTokens(services: ManagementServices): (request: FastifyRequest, refusal: Problem) => Problem {
  const windows = new CallWindows(maxWrongTokensOfAddress, services.nowMs);
  const addressOf = createRequestAddress(services.config);
  return (request, refusal) => {
    const { isRefused, limit, resetSeconds } = windows.count(networkOf(addressOf(request)));
    if (!isRefused) return refusal;
    return new Problem('too_many_requests', {
      detail: `More than ${limit} calls in a minute from this address had no valid token; the next is looked at in ${resetSeconds} s`,
      retryAfterSeconds: resetSeconds,
    });
  };
}
