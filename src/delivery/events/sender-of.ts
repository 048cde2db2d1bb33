import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { AddressedExchange, ClientAddress } from '../../platform/http/client-address.ts';

/** Returns a number from 0 to 65,535 for the network of the sender. */
export type SenderOf = (exchange: AddressedExchange) => number;

/**
 * Creates a function that returns sixteen bits of a keyed hash of the client's network. They are sufficient to separate
 * a sender of made-up event names from others, and insufficient to identify a client, because thousands of networks
 * share each value.
 */
export function createSenderOf(key: Buffer, clientAddress: Pick<ClientAddress, 'of'>): SenderOf {
  return (exchange) =>
    createHmac('sha256', key)
      .update(networkOf(clientAddress.of(exchange) ?? ''))
      .digest()
      .readUInt16LE(0);
}

/** The first 24 bits of IPv4. For IPv6, 48 bits, the most that a provider assigns to one customer. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address.split('.').slice(0, 3).join('.');
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const whole = [...groups, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...rest];
  return whole
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
