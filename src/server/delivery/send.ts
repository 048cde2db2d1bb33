import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsHeaders } from './cors.ts';

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

export type Answer = {
  readonly status: number;
  /** Name, value, name, value, ... */
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
  /** The body is text of ASCII only: its length is its length in bytes, and it needs no encoding. */
  readonly ascii?: boolean;
};

/** Sends a whole answer with the cross-origin headers that every answer carries. */
export function send({ request, response }: Exchange, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  const body = answer.body ?? '';
  const headers = corsHeaders(request);
  if (answer.headers !== undefined) headers.push(...answer.headers);
  const isPlain = answer.ascii === true;
  if (answer.status !== 204) headers.push('content-length', String(isPlain ? body.length : Buffer.byteLength(body)));
  response.writeHead(answer.status, headers);
  response.end(body, isPlain ? 'latin1' : 'utf8');
}

export type FieldError = { readonly pointer: string; readonly message: string };

export type DeliveryProblem = {
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly headers?: readonly string[];
};

/** A client's mistake or our inability, as problem details (RFC 9457). */
export function sendProblem(exchange: Exchange, problem: DeliveryProblem): void {
  const { status, title, detail, errors } = problem;
  send(exchange, {
    status,
    headers: [
      'content-type',
      'application/problem+json',
      'cache-control',
      'no-store',
      'x-content-type-options',
      'nosniff',
      ...(problem.headers ?? []),
    ],
    body: JSON.stringify({ type: 'about:blank', title, status, ...(detail && { detail }), ...(errors && { errors }) }),
  });
}

export function sendNotFound(exchange: Exchange): void {
  sendProblem(exchange, { status: 404, title: 'Not found' });
}

export function sendMethodNotAllowed(exchange: Exchange, allowed: string): void {
  sendProblem(exchange, { status: 405, title: 'Method not allowed', headers: ['allow', allowed] });
}
