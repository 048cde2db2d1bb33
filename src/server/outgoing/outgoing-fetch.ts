import { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { blockListOf } from '../client-address.ts';

/** Where a call may go, and how long it may take. */
export type OutgoingRules = {
  /** Private addresses and subnets that the operator allows. */
  readonly allowed: readonly string[];
};

/** The address is one of this machine or network, and the operator has not allowed it. */
export class RefusedAddress extends Error {}

const timeoutMs = 10_000;
const maxAnswerBytes = 1024 * 1024;

/** What no name of somebody else may lead us to: this machine, its network, and what is no address of one host. */
const privateSubnets = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/127',
  '64:ff9b::/32',
  '100::/64',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
];

/**
 * `fetch` for addresses that somebody typed in: the address that is connected to is checked after the name was looked up,
 * so a name that leads elsewhere the next time does not help. Redirects are answers; nothing follows them.
 */
export function createOutgoingFetch({ allowed }: OutgoingRules) {
  const refused = blockListOf(privateSubnets);
  const exempt = blockListOf(allowed);
  const mayReach = (address: string) => {
    const plain = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
    const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
    return exempt.check(plain, family) || !refused.check(plain, family);
  };
  const lookup: LookupFunction = (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const wrong = addresses.find(({ address }) => !mayReach(address));
      if (wrong !== undefined || addresses[0] === undefined) return callback(refusal(hostname), '', 0);
      if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0].address, addresses[0].family);
    });
  };
  return async function outgoingFetch(url: string, init: OutgoingCall = {}): Promise<Response> {
    const target = new URL(url);
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayReach(host)) throw refusal(host);
    return send(target, init, lookup);
  };
}

export type OutgoingCall = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

function send(target: URL, { method = 'GET', headers = {}, body }: OutgoingCall, lookup: LookupFunction) {
  return new Promise<Response>((resolve, reject) => {
    const request = target.protocol === 'https:' ? requestTls : requestPlain;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(target, {
      method,
      headers: { ...headers, ...length },
      lookup,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      readAnswer(answer).then(resolve, (error: Error) => {
        answer.destroy();
        reject(error);
      });
    });
    sent.end(body);
  });
}

async function readAnswer(answer: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxAnswerBytes) throw new Error(`The answer has more than ${maxAnswerBytes} bytes`);
    parts.push(part);
  }
  const status = answer.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const empty = status === 204 || status === 205 || status === 304;
  return new Response(empty ? null : Buffer.concat(parts), { status, headers });
}

function refusal(host: string): RefusedAddress {
  return new RefusedAddress(
    `${host} is an address of this machine or network; PLACARD_PRIVATE_TARGETS names those that may be called`,
  );
}
