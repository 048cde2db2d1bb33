import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type AddressSystem, createAddressGuard, type OutgoingRules } from './address-guard.ts';

/** The response exceeds the limit. */
export class AnswerTooLarge extends Error {}

const timeoutMs = 10_000;
const maxAnswerBytes = 1024 * 1024;

/**
 * Creates a `fetch` for user-supplied URLs. The address is checked after DNS resolution and then used for the
 * connection, which prevents DNS rebinding. Redirects are returned and not followed.
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
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  /** Default: 10 seconds. */
  readonly timeoutMs?: number;
  /** Truncates the response and closes the connection; default: a response above `maxBytes` is an error. */
  readonly firstBytes?: number;
  /** Largest response. Default: one megabyte. */
  readonly maxBytes?: number;
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
      readAnswer(answer, call).then(resolve, (error: Error) => {
        answer.destroy();
        reject(error);
      });
    });
    sent.end(body);
  });
}

async function readAnswer(
  answer: IncomingMessage,
  { firstBytes, maxBytes = maxAnswerBytes }: Pick<OutgoingCall, 'firstBytes' | 'maxBytes'>,
): Promise<Response> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (firstBytes !== undefined && bytes >= firstBytes) {
      parts.push(part.subarray(0, firstBytes - bytes + part.length));
      // Leaving the loop closes the connection.
      break;
    }
    if (bytes > maxBytes) throw new AnswerTooLarge(`The response exceeds ${maxBytes} bytes`);
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
