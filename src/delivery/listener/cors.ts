import type { DeliveryExchange } from './exchange.ts';

/** How long a browser may keep the answer to a preflight. */
const preflightSeconds = 86_400;

/**
 * The one cross-origin policy that every client of the field can use: the exact origin is echoed and credentials are
 * allowed, on the preflight and on the answer. Nothing here is protected by a cookie, so this grants nobody anything.
 * Source: wire-protocol 4.
 */
export function corsHeaders(exchange: Pick<DeliveryExchange, 'header'>): string[] {
  const origin = exchange.header('origin');
  if (origin === undefined) return ['vary', 'Origin'];
  return ['vary', 'Origin', 'access-control-allow-origin', origin, 'access-control-allow-credentials', 'true'];
}

/** What a preflight is answered with besides, on every path. */
export const preflightHeaders: readonly string[] = [
  'access-control-allow-methods',
  'GET, POST, HEAD, OPTIONS',
  'access-control-allow-headers',
  'content-type',
  'access-control-max-age',
  String(preflightSeconds),
];
