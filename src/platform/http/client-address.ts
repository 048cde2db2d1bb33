import { BlockList, isIP } from 'node:net';

/** Inputs of the client address. */
export type AddressedExchange = {
  /** Returns a header by its lower-case name. */
  readonly fields: (name: string) => string | undefined;
  /** The remote address of the connection. */
  readonly peer: string | undefined;
};

/** Determines the client address behind the proxies of the operator. */
export type ClientAddress = {
  /** Reports whether the request came through a trusted proxy. */
  readonly isTrusted: (exchange: AddressedExchange) => boolean;
  /** Returns the client address; undefined: unknown. */
  readonly of: (exchange: AddressedExchange) => string | undefined;
};

/** Maximum number of addresses read from a header. Proxy chains are short. */
const maxHops = 20;

/**
 * Creates the lookup of the client address: the peer, unless it is a trusted proxy. Then the header is read from its
 * end backward while the addresses are trusted, so entries written by the client never count. Source: issue 4, item 8.
 * @param proxies addresses and subnets, such as `10.0.0.0/8` or `::1`
 * @param headerName in lower case: a list of addresses, the nearest last (`x-forwarded-for`, `forwarded`), or one
 * address
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
        // An unreadable entry was not written by a trusted proxy.
        if (before === undefined) return isProxy(address) ? undefined : address;
        address = before;
        if (!isProxy(address)) return address;
      }
      return address;
    },
  };
}

/** Returns the list of addresses and subnets. Throws for an invalid one. */
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
 * Returns an address without brackets, port, the IPv4-mapped form and other parameters of `Forwarded`; undefined:
 * invalid. Source: RFC 7239, 4 and 6.
 */
function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const trimmed = (text.includes('=') ? (/(?:^|;)\s*for="?([^";]*)/i.exec(text)?.[1] ?? '') : text).trim();
  const bare = /^\[(.+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed;
  const address = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * Returns an IPv4 address, or the first 64 bits of an IPv6 address, because one subscriber controls all addresses of
 * such a network.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || isIP(address) !== 6) return address ?? 'unknown';
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const between = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - behind.length)).fill('0');
  const all = [...groups, ...between, ...behind].slice(0, 4);
  return `${all.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
