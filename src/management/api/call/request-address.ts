import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/config.ts';
import { createClientAddress } from '../../../platform/http/client-address.ts';

/**
 * Returns a function that reads the client address of a request behind the proxies of the operator. It returns
 * undefined if the address is unknown.
 */
export function createRequestAddress({ context }: Config): (request: FastifyRequest) => string | undefined {
  const clientAddress = createClientAddress(context.trustedProxies, context.addressHeader);
  return (request) =>
    clientAddress.of({
      peer: request.socket.remoteAddress,
      fields(name) {
        const value = request.headers[name];
        return Array.isArray(value) ? value.join(',') : value;
      },
    });
}
