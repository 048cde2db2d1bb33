import type { DeliveryExchange } from './exchange.ts';

/** Returns true if the request is for the host name of the creative origin. */
export function isCreativeHost(exchange: Pick<DeliveryExchange, 'header'>, creativeOrigin: string): boolean {
  return exchange.header('host')?.toLowerCase() === new URL(creativeOrigin).host;
}
