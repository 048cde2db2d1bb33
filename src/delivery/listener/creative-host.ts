import type { Exchange } from './exchange.ts';

/** True for a request to the host name of the creative origin. */
export function isCreativeHost(exchange: Pick<Exchange, 'header'>, creativeOrigin: string): boolean {
  return exchange.header('host')?.toLowerCase() === new URL(creativeOrigin).host;
}
