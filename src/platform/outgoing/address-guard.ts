import { lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { blockListOf } from '../http/client-address.ts';

/** Permitted targets of outgoing calls. */
export type OutgoingRules = {
  /** Private addresses and subnets that the operator allows. */
  readonly allowed: readonly string[];
  /** `allowed`: unencrypted calls only to the allowed addresses; default: anywhere. */
  readonly plainTo?: 'allowed' | 'anywhere';
};

/** System calls of the guard. */
export type AddressSystem = {
  readonly lookUp: typeof lookUp;
  /** Current addresses of the network interfaces of this machine. */
  readonly ownAddresses: () => readonly string[];
};

const system: AddressSystem = {
  lookUp,
  ownAddresses: () => Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(withoutZone)),
};

/** Some systems append the zone to a link-local address. */
function withoutZone({ address }: { readonly address: string }): string {
  return address.replace(/%.*$/, '');
}

/** The address belongs to this machine or network, and the operator has not allowed it. */
export class RefusedAddress extends Error {}

/**
 * Concurrent DNS lookups. They use the four threads that also serve file access, and can take as long as the timeout of
 * an unresponsive name server.
 */
const maxLookUps = 2;

/**
 * Addresses that third-party names must not resolve to: this machine, its network, non-unicast addresses, and the
 * documentation ranges, which some installations use as private ones. Sources: RFC 6890, RFC 5737, RFC 3849, RFC 9637.
 */
const privateSubnets = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96',
  '64:ff9b::/32',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/**
 * Creates a guard for calls to user-supplied URLs. Returns the lookup function for a URL: the connection uses exactly
 * the address that was checked, which prevents DNS rebinding. Aborted calls (`signal`) are not looked up. Throws
 * `RefusedAddress` for an IP address that is not permitted.
 */
export function createAddressGuard(
  { allowed, plainTo = 'anywhere' }: OutgoingRules,
  { lookUp, ownAddresses }: AddressSystem = system,
): (target: URL, signal?: AbortSignal) => LookupFunction {
  const takeTurn = createTurns(maxLookUps);
  const refused = blockListOf(privateSubnets);
  const exempt = blockListOf(allowed);
  const reachOf = (target: URL) => (address: string) => {
    const plain = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
    const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
    if (exempt.check(plain, family)) return true;
    // Addresses of interfaces change while the process runs.
    if (refused.check(plain, family) || blockListOf(ownAddresses()).check(plain, family)) return false;
    return target.protocol === 'https:' || plainTo === 'anywhere';
  };
  return (target, signal) => {
    const mayReach = reachOf(target);
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayReach(host)) throw refusal(host);
    return lookupWithin(lookUp, mayReach, (turn) => takeTurn(turn, signal));
  };
}

type Turn = (done: () => void) => void;

/** Creates a queue with a concurrency limit. Aborted entries are skipped. */
function createTurns(most: number): (turn: Turn, signal: AbortSignal | undefined) => void {
  const waiting: { readonly turn: Turn; readonly signal: AbortSignal | undefined }[] = [];
  let running = 0;
  const next = () => {
    while (running < most) {
      const first = waiting.shift();
      if (first === undefined) return;
      if (first.signal?.aborted) continue;
      running += 1;
      first.turn(() => {
        running -= 1;
        next();
      });
    }
  };
  return (turn, signal) => {
    waiting.push({ turn, signal });
    next();
  };
}

/** Resolves a name once, and rejects it if one of its addresses is not permitted. */
function lookupWithin(
  lookUp: AddressSystem['lookUp'],
  mayReach: (address: string) => boolean,
  takeTurn: (turn: Turn) => void,
): LookupFunction {
  return (hostname, options, callback) =>
    takeTurn((done) => {
      lookUp(hostname, { ...options, all: true }, (error, addresses) => {
        done();
        if (error !== null) return callback(error, '', 0);
        const wrong = addresses.find(({ address }) => !mayReach(address));
        if (wrong !== undefined || addresses[0] === undefined) return callback(refusal(hostname), '', 0);
        if (options.all === true) callback(null, addresses);
        else callback(null, addresses[0].address, addresses[0].family);
      });
    });
}

function refusal(host: string): RefusedAddress {
  return new RefusedAddress(
    `${host} is an address of this machine or network, or would be called without encryption; permitted addresses must be listed in PLACARD_PRIVATE_TARGETS`,
  );
}
