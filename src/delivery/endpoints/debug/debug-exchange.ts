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
 * Adds decision traces to the response if the cookie `debugKey` contains a valid key: in the header `placard-trace`,
 * which scripts of other sites cannot read, and with `trace=1` in the query also in the body, if a person and not a
 * script reads it. Any other cookie value is ignored. Source: wire-protocol 4; docs/decisions/0043-debug-keys.md.
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

/** A page of any site may send requests with its visitor's cookies and read the bodies. */
function isFromPage(exchange: HttpExchange): boolean {
  if (exchange.header('origin') !== undefined) return true;
  // Every current browser sends this header. Another program may send any value.
  if (exchange.header('sec-fetch-site') === undefined) return false;
  return exchange.header('sec-fetch-mode') !== 'navigate' || exchange.header('sec-fetch-dest') !== 'document';
}

/** Advertiser markup also runs on the delivery origin and can read the headers of its requests. */
function isScriptOfDelivery(exchange: HttpExchange): boolean {
  const site = exchange.header('sec-fetch-site');
  return site === 'same-origin' && exchange.header('sec-fetch-mode') !== 'navigate';
}

/** No public client sends this parameter, so none receives an unreadable response. */
function isTraceWanted(target: string): boolean {
  return /[?&]trace=1(?:&|$)/.test(target);
}
