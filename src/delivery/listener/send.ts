import type { Exchange } from './exchange.ts';

export type FieldError = { readonly pointer: string; readonly message: string };

export type DeliveryProblem = {
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly headers?: readonly string[];
  readonly close?: boolean;
};

/** A client's mistake or our inability, as problem details (RFC 9457). */
export function sendProblem(exchange: Exchange, problem: DeliveryProblem): void {
  const { status, title, detail, errors, close = false } = problem;
  exchange.send({
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
    close,
  });
}

export function sendNotFound(exchange: Exchange): void {
  sendProblem(exchange, { status: 404, title: 'Not found' });
}

export function sendMethodNotAllowed(exchange: Exchange, allowed: string): void {
  sendProblem(exchange, { status: 405, title: 'Method not allowed', headers: ['allow', allowed] });
}
