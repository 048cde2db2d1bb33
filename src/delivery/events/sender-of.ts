import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { AddressedExchange, ClientAddress } from '../../platform/http/client-address.ts';

/** Which network an event came from, as 0 to 65,535. */
export type SenderOf = (exchange: AddressedExchange) => number;

/**
 * Sixteen bits of a keyed hash of the client's network: enough to tell a stranger who makes up names from everybody else,
 * too few to tell who somebody is, since some thousand networks share each value.
 */
export function createSenderOf(key: Buffer, clientAddress: Pick<ClientAddress, 'of'>): SenderOf {
  return (exchange) =>
    createHmac('sha256', key)
      .update(networkOf(clientAddress.of(exchange) ?? ''))
      .digest()
      .readUInt16LE(0);
}

/** The first 24 bits of IPv4, and of IPv6 what one customer of a provider is given at most (48). */
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
