import type { DeliveryExchange } from './exchange.ts';

/** Seconds for which a browser may cache a preflight response. */
const preflightSeconds = 86_400;

/**
 * Returns the CORS policy that all public clients can use: the exact origin is echoed and credentials are allowed, on
 * the preflight and on the response. Nothing is protected by a cookie, so this grants no access. Source: wire-protocol
 * 4.
 */
export function corsHeaders(exchange: Pick<DeliveryExchange, 'header'>): string[] {
  const origin = exchange.header('origin');
  if (origin === undefined) return ['vary', 'Origin'];
  return ['vary', 'Origin', 'access-control-allow-origin', origin, 'access-control-allow-credentials', 'true'];
}

/** Additional headers of every preflight response. */
export const preflightHeaders: readonly string[] = [
  'access-control-allow-methods',
  'GET, POST, HEAD, OPTIONS',
  'access-control-allow-headers',
  'content-type',
  'access-control-max-age',
  String(preflightSeconds),
];
