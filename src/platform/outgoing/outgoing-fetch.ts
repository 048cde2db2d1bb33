import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type AddressSystem, createAddressGuard, type OutgoingRules } from './address-guard.ts';

/** The answer goes on for longer than is read. */
export class AnswerTooLarge extends Error {}

const timeoutMs = 10_000;
const maxAnswerBytes = 1024 * 1024;

/**
 * `fetch` for addresses that somebody typed in: the address that is connected to is checked after the name was looked up,
 * so a name that leads elsewhere the next time does not help. Redirects are answers; nothing follows them.
 */
export function createOutgoingFetch(rules: OutgoingRules, system?: AddressSystem) {
  const guard = createAddressGuard(rules, system);
  return async function outgoingFetch(url: string, init: OutgoingCall = {}): Promise<Response> {
    const target = new URL(url);
    const timeout = AbortSignal.timeout(init.timeoutMs ?? timeoutMs);
    const signal = init.signal === undefined ? timeout : AbortSignal.any([timeout, init.signal]);
    return send(target, { ...init, signal }, guard(target, signal));
  };
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
