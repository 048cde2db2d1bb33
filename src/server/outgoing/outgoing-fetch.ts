import { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { blockListOf } from '../client-address.ts';

/** Where a call may go, and how long it may take. */
export type OutgoingRules = {
  /** Private addresses and subnets that the operator allows. */
  readonly allowed: readonly string[];
  /** `allowed`: what is not encrypted goes to the allowed addresses only; default: anywhere. */
  readonly plainTo?: 'allowed' | 'anywhere';
};

/** The address is one of this machine or network, and the operator has not allowed it. */
export class RefusedAddress extends Error {}

/** The answer goes on for longer than is read. */
export class AnswerTooLarge extends Error {}

const timeoutMs = 10_000;
/**
 * Names that are looked up at the same time. The system does that on the four threads that files are read and written on
 * too, and takes as long as a name server that does not answer lets it.
 */
const maxLookUps = 2;
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
  '::/96',
  '64:ff9b::/32',
  '100::/64',
  '2001::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/**
 * `fetch` for addresses that somebody typed in: the address that is connected to is checked after the name was looked up,
 * so a name that leads elsewhere the next time does not help. Redirects are answers; nothing follows them.
 */
export function createOutgoingFetch({ allowed, plainTo = 'anywhere' }: OutgoingRules) {
  const takeTurn = createTurns(maxLookUps);
  const refused = blockListOf(privateSubnets);
  const exempt = blockListOf(allowed);
  const reachOf = (target: URL) => (address: string) => {
    const plain = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
    const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
    if (exempt.check(plain, family)) return true;
    return !refused.check(plain, family) && (target.protocol === 'https:' || plainTo === 'anywhere');
  };
  return async function outgoingFetch(url: string, init: OutgoingCall = {}): Promise<Response> {
    const target = new URL(url);
    const mayReach = reachOf(target);
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayReach(host)) throw refusal(host);
    const timeout = AbortSignal.timeout(init.timeoutMs ?? timeoutMs);
    const signal = init.signal === undefined ? timeout : AbortSignal.any([timeout, init.signal]);
    return send(
      target,
      { ...init, signal },
      lookupWithin(mayReach, (turn) => takeTurn(turn, signal)),
    );
  };
}

type Turn = (done: () => void) => void;

/** Lets so many run at a time; what was given up while it waited is passed over. */
function createTurns(most: number): (turn: Turn, signal: AbortSignal) => void {
  const waiting: { readonly turn: Turn; readonly signal: AbortSignal }[] = [];
  let running = 0;
  const next = () => {
    while (running < most) {
      const first = waiting.shift();
      if (first === undefined) return;
      if (first.signal.aborted) continue;
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

/** Looks a name up once, and refuses it when one of its addresses may not be reached. */
function lookupWithin(mayReach: (address: string) => boolean, takeTurn: (turn: Turn) => void): LookupFunction {
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

export type OutgoingCall = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the call before its time. */
  readonly signal?: AbortSignal;
  /** Default: ten seconds. */
  readonly timeoutMs?: number;
  /** The answer is cut off there and the connection closed; default: one of more than a megabyte is an error. */
  readonly firstBytes?: number;
};

function send(target: URL, call: OutgoingCall, lookup: LookupFunction) {
  const { method = 'GET', headers = {}, body, signal } = call;
  return new Promise<Response>((resolve, reject) => {
    const request = target.protocol === 'https:' ? requestTls : requestPlain;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(target, {
      method,
      headers: { ...headers, ...length },
      lookup,
      agent: false,
      ...(signal === undefined ? {} : { signal }),
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      readAnswer(answer, call.firstBytes).then(resolve, (error: Error) => {
        answer.destroy();
        reject(error);
      });
    });
    sent.end(body);
  });
}

async function readAnswer(answer: IncomingMessage, firstBytes: number | undefined): Promise<Response> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (firstBytes !== undefined && bytes >= firstBytes) {
      parts.push(part.subarray(0, firstBytes - bytes + part.length));
      // Leaving the loop closes the connection.
      break;
    }
    if (bytes > maxAnswerBytes) throw new AnswerTooLarge(`The answer has more than ${maxAnswerBytes} bytes`);
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
    `${host} is an address of this machine or network, or not called without encryption; PLACARD_PRIVATE_TARGETS names those that may be called`,
  );
}
