import { BlockList, isIP } from 'node:net';

/** What the address of a client is read from. */
export type AddressedExchange = {
  /** A header by its name in lower case. */
  readonly fields: (name: string) => string | undefined;
  /** The address at the other end of the connection. */
  readonly peer: string | undefined;
};

/** Finds out for whom a request was made, behind the proxies of the operator. */
export type ClientAddress = {
  /** True when the request came through a proxy whose headers are to be believed. */
  readonly isTrusted: (exchange: AddressedExchange) => boolean;
  /** The address of who asked; undefined: not known. */
  readonly of: (exchange: AddressedExchange) => string | undefined;
};

/** Addresses of one header that are looked at: chains of proxies are short. */
const maxHops = 20;

/**
 * The peer is who asked, unless it is a trusted proxy: then the header tells whom it forwards, and that is believed from its
 * end backwards as far as the proxies are trusted. So what a client writes into the header itself never counts.
 * Source: issue 4, item 8.
 * @param proxies addresses and subnets, such as `10.0.0.0/8` or `::1`
 * @param headerName in lower case: a list of addresses, the nearest last (`x-forwarded-for`, `forwarded`), or one address
 */
export function createClientAddress(proxies: readonly string[], headerName: string): ClientAddress {
  const trusted = blockListOf(proxies);
  const isProxy = (address: string) => trusted.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
  return {
    isTrusted: ({ peer }) => {
      const address = plainAddress(peer);
      return address !== undefined && isProxy(address);
    },
    of: (exchange) => {
      let address = plainAddress(exchange.peer);
      if (address === undefined || !isProxy(address)) return address;
      const hops = exchange.fields(headerName)?.split(',').slice(-maxHops) ?? [];
      for (const hop of hops.toReversed()) {
        const before = plainAddress(hop);
        // What cannot be read was not written by a proxy that can be trusted.
        if (before === undefined) return isProxy(address) ? undefined : address;
        address = before;
        if (!isProxy(address)) return address;
      }
      return address;
    },
  };
}

/** The list of addresses and subnets; throws for one that is none. */
export function blockListOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * An address without brackets, port, the form that IPv4 has inside IPv6, and what the header `Forwarded` says besides;
 * undefined: it is none. Source: RFC 7239, 4 and 6.
 */
function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const trimmed = (text.includes('=') ? (/(?:^|;)\s*for="?([^";]*)/i.exec(text)?.[1] ?? '') : text).trim();
  const bare = /^\[(.+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed;
  const address = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare;
  return isIP(address) === 0 ? undefined : address;
}

/** An address of IPv4, the first 64 bits of one of IPv6: whoever has one of these has all behind it. */
export function networkOf(address: string | undefined): string {
  if (address === undefined || isIP(address) !== 6) return address ?? 'unknown';
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const between = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - behind.length)).fill('0');
  const all = [...groups, ...between, ...behind].slice(0, 4);
  return `${all.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
