import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NoteDecision } from '../endpoints/debug/note-decision.ts';
import { corsHeaders } from './cors.ts';
import type { Answer, DeliveryExchange } from './exchange.ts';

/** An exchange that uses node:http. */
export class HttpExchange implements DeliveryExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly target: string;
  noteDecision: NoteDecision | undefined;
  /** Modifies a response before it is sent. undefined: the response is sent unchanged. */
  beforeSend: ((answer: Answer) => Answer) | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    this.method = request.method ?? 'GET';
    this.target = targetOf(request.url ?? '/');
  }

  /** Searches the raw fields: `headers` would create an object of all of them. */
  header(name: string): string | undefined {
    const { rawHeaders } = this.request;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const given = rawHeaders[index] as string;
      if (given.length === name.length && given.toLowerCase() === name) return rawHeaders[index + 1];
    }
    return undefined;
  }

  fields(name: string): string | undefined {
    const { rawHeaders } = this.request;
    const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
    return values.length === 0 ? undefined : values.join(',');
  }

  get peer(): string | undefined {
    return this.request.socket.remoteAddress;
  }

  send(given: Answer): void {
    const { response, beforeSend } = this;
    if (response.headersSent || response.destroyed) return;
    const answer = beforeSend === undefined ? given : beforeSend(given);
    const { body = '', latin1 = false } = answer;
    const headers = corsHeaders(this);
    if (answer.headers !== undefined) headers.push(...answer.headers);
    if (answer.status !== 204 && answer.status !== 304)
      headers.push('content-length', String(latin1 ? body.length : Buffer.byteLength(body)));
    if (answer.close === true) headers.push('connection', 'close');
    response.writeHead(answer.status, headers);
    response.end(body, latin1 ? 'latin1' : 'utf8');
  }
}

/** Returns the path and query. Some clients and proxies send the complete URL. */
function targetOf(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '') || '/';
}
