/*
 * HTTP of the delivery port, in two ways with the same result.
 *
 * - `exchange.ts`: one request and its answer; endpoints know nothing else of HTTP.
 * - `http-exchange.ts`: through node:http. `fast-path/`: plain requests read on the socket.
 * - `read-body.ts`, `byte-budget.ts`, `time-limits.ts`: limits. `cors.ts`, `send.ts`, `answer-failure.ts`: responses.
 * - `request-path.ts`, `creative-host.ts`, `refuse-bytes.ts`: paths, host names, and what is not HTTP.
 */

import type { NoteDecision } from '../endpoints/debug/note-decision.ts';

/** One request and its answer, whichever way its bytes came; what decides and counts knows no more of HTTP than this. */
export type DeliveryExchange = {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Value of the first header field of this name (in lower case); undefined without one. */
  header(name: string): string | undefined;
  /** Values of all header fields of this name (in lower case), joined by commas; undefined without one. */
  fields(name: string): string | undefined;
  /** Address of the other end of the connection; undefined once that is gone. */
  readonly peer: string | undefined;
  /** Set for a caller who may see why ads were chosen. */
  readonly noteDecision?: NoteDecision | undefined;
  /** Sends the whole answer with the cross-origin headers that every answer carries; a second one is not sent. */
  send(answer: Answer): void;
};

export type Answer = {
  readonly status: number;
  /** Name, value, name, value, ...; the same list for equal headers lets them be written once. */
  readonly headers?: readonly string[];
  readonly body?: string;
  /** The characters of the body are its bytes: its length is its length in bytes, and it needs no encoding. */
  readonly latin1?: boolean;
  /** Nothing more is read from this connection. */
  readonly close?: boolean;
};
