import type { Logger } from 'pino';
import { type DebugKey, readDebugKey } from '../../../platform/keys/signed-debug-key.ts';
import type { TextSigner } from '../../../platform/keys/signed-text.ts';
import type { Answer } from '../../listener/exchange.ts';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { type Trace, traceHeader, traceOf } from './present-trace.ts';

export type DebugServices = {
  readonly debugSigner: TextSigner;
  readonly now: () => number;
  readonly log: Logger;
};

const debugCookie = /(?:^|;\s*)debugKey=([\w.-]+)/;

/**
 * Lets an exchange whose cookie `debugKey` is one of our keys be answered with the traces of its decisions: in the header
 * `placard-trace`, which no script of another site can read, and with `trace=1` in the query also in the body, where it is
 * a person who looks and not a script. Any other value of the cookie means nothing.
 * Source: wire-protocol 4; docs/decisions/0043-debug-keys.md.
 */
export function traceIfAllowed(exchange: HttpExchange, { debugSigner, now, log }: DebugServices): void {
  const key = debugKeyOf(exchange, debugSigner, now());
  if (key === null) return;
  const traces: Trace[] = [];
  exchange.noteDecision = (decision, id) => {
    const trace = traceOf(decision, id);
    traces.push(trace);
    log.info({ actor: key.actor, trace }, 'A decision was traced');
  };
  if (isScriptOfDelivery(exchange)) return;
  const wantsBody = isTraceWanted(exchange.target) && !isFromPage(exchange);
  exchange.beforeSend = (answer) => withTraces(answer, traces, wantsBody);
}

function debugKeyOf(exchange: HttpExchange, signer: TextSigner, nowMs: number): DebugKey | null {
  const value = debugCookie.exec(exchange.header('cookie') ?? '')?.[1];
  return value === undefined ? null : readDebugKey(signer, value, nowMs);
}

function withTraces(answer: Answer, traces: readonly Trace[], isWanted: boolean): Answer {
  if (traces.length === 0) return answer;
  const { body = '', headers = [] } = answer;
  return {
    ...answer,
    headers: [...headers, 'placard-trace', traceHeader(traces)],
    ...(isWanted &&
      isJson(headers) && { body: `{"answer":${body},"traces":${JSON.stringify(traces)}}`, latin1: false }),
  };
}

function isJson(headers: readonly string[]): boolean {
  return headers[headers.indexOf('content-type') + 1]?.startsWith('application/json') ?? false;
}

/** A page of any site may ask with the cookies of its visitor, and reads the bodies that it gets. */
function isFromPage(exchange: HttpExchange): boolean {
  if (exchange.header('origin') !== undefined) return true;
  // Every browser of today says from where; a program may say the rest of these headers.
  if (exchange.header('sec-fetch-site') === undefined) return false;
  return exchange.header('sec-fetch-mode') !== 'navigate' || exchange.header('sec-fetch-dest') !== 'document';
}

/** Markup of advertisers runs on our own origin too, and reads the headers of what it asks for there. */
function isScriptOfDelivery(exchange: HttpExchange): boolean {
  const site = exchange.header('sec-fetch-site');
  return site === 'same-origin' && exchange.header('sec-fetch-mode') !== 'navigate';
}

/** No public client says this, so none gets an answer that it cannot read. */
function isTraceWanted(target: string): boolean {
  return /[?&]trace=1(?:&|$)/.test(target);
}
