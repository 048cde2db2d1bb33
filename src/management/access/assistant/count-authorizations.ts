import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { maxAuthorizationsOfNetwork } from '../../../core/vocabulary/limits/access-limits.ts';
import type { Config } from '../../../platform/config/config.ts';
import { createClientAddress, networkOf } from '../../../platform/http/client-address.ts';
import type { Redis } from '../../../platform/redis/open-redis.ts';
import { createCallLimiter } from '../../api/call/call-limiter.ts';

/**
 * Returns a function that counts a request for approval of a network. It returns the seconds to wait, or null if the
 * request is within the limit. As for wrong tokens, networks share 65,536 counters.
 */
export function countAuthorizations({
  config,
  redis,
}: {
  readonly config: Config;
  readonly redis: Redis | null;
}): (request: IncomingMessage) => Promise<number | null> {
  const countCall = createCallLimiter({ name: 'authorization', limit: maxAuthorizationsOfNetwork, redis });
  const { trustedProxies, addressHeader } = config.context;
  const clientAddress = createClientAddress(trustedProxies, addressHeader);
  return async ({ headers, socket }) => {
    const address = clientAddress.of({ peer: socket.remoteAddress, fields: (name) => fieldOf(headers[name]) });
    const bucket = createHash('sha256').update(networkOf(address)).digest('hex').slice(0, 4);
    const { isRefused, resetSeconds } = await countCall(bucket);
    return isRefused ? resetSeconds : null;
  };
}

function fieldOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
