import type { Logger } from 'pino';
import { type DebugKey, readDebugKey } from '../../keys/signed-debug-key.ts';
import type { TextSigner } from '../../keys/signed-text.ts';
import type { Answer } from '../listener/exchange.ts';
import type { HttpExchange } from '../listener/http-exchange.ts';
import { type Trace, traceHeader, traceOf } from './present-trace.ts';

export type DebugServices = {
  readonly debugSigner: TextSigner;
  readonly now: () => number;
  readonly log: Logger;
};

const debugCookie = /(?:^|;\s*)debugKey=([\w.-]+)/;

/**
 * Lets an exchange whose cookie `debugKey` is one of our keys be answered with the traces of its decisions: in the header
 * `placard-trace`, and with `trace=1` in the query also in the body. Any other value of the cookie means nothing.
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
  exchange.beforeSend = (answer) => withTraces(answer, traces, isTraceWanted(exchange.target));
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
    headers: [...headers, 'placard-trace', traceHeader(traces), 'access-control-expose-headers', 'placard-trace'],
    ...(isWanted &&
      isJson(headers) && { body: `{"answer":${body},"traces":${JSON.stringify(traces)}}`, latin1: false }),
  };
}

function isJson(headers: readonly string[]): boolean {
  return headers[headers.indexOf('content-type') + 1]?.startsWith('application/json') ?? false;
}

/** No public client says this, so none gets an answer that it cannot read. */
function isTraceWanted(target: string): boolean {
  return /[?&]trace=1(?:&|$)/.test(target);
}
