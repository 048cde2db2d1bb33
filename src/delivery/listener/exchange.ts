/*
 * HTTP of the delivery port, in two implementations with the same result.
 *
 * - `exchange.ts`: one request and its response. Endpoints depend on nothing else of HTTP.
 * - `http-exchange.ts`: through node:http. `fast-path/`: plain requests read on the socket.
 * - `read-body.ts`, `byte-budget.ts`, `time-limits.ts`: limits. `cors.ts`, `send.ts`, `answer-failure.ts`: responses.
 * - `request-path.ts`, `creative-host.ts`, `refuse-bytes.ts`: paths, host names, and input that is not HTTP.
 */

import type { NoteDecision } from '../endpoints/debug/note-decision.ts';

/**
 * One request and its response, independent of the HTTP implementation. Decisions and counting depend on nothing else
 * of HTTP.
 */
export type DeliveryExchange = {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Returns the value of the first header field with this name (in lowercase), or undefined. */
  header(name: string): string | undefined;
  /** Returns the values of all header fields with this name (in lowercase), joined by commas, or undefined. */
  fields(name: string): string | undefined;
  /** Remote address of the connection. undefined after it was closed. */
  readonly peer: string | undefined;
  /** Set for a caller that may see decision traces. */
  readonly noteDecision?: NoteDecision | undefined;
  /** Sends the complete response with the CORS headers of every response. A second response is ignored. */
  send(answer: Answer): void;
};

export type Answer = {
  readonly status: number;
  /** Name, value, name, value, ... The same array object for equal headers allows them to be serialized once. */
  readonly headers?: readonly string[];
  readonly body?: string;
  /** The characters of the body are its bytes, so its length equals its length in bytes and it needs no encoding. */
  readonly latin1?: boolean;
  /** No further input is read from this connection. */
  readonly close?: boolean;
};
