import type { DeliveryExchange } from './exchange.ts';

/** An error of a request. */
export type RequestFault = { readonly pointer: string; readonly message: string };

export type DeliveryProblem = {
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  readonly errors?: readonly RequestFault[];
  readonly headers?: readonly string[];
  readonly close?: boolean;
};

/** Sends a client or server error as problem details (RFC 9457). */
export function sendDeliveryProblem(exchange: DeliveryExchange, problem: DeliveryProblem): void {
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

export function sendNotFound(exchange: DeliveryExchange): void {
  sendDeliveryProblem(exchange, { status: 404, title: 'Not found' });
}

export function sendMethodNotAllowed(exchange: DeliveryExchange, allowed: string): void {
  sendDeliveryProblem(exchange, { status: 405, title: 'Method not allowed', headers: ['allow', allowed] });
}
