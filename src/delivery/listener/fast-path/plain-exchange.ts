import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer, DeliveryExchange } from '../exchange.ts';
import { idleTimeoutMs } from '../time-limits.ts';
import type { PlainHead } from './plain-head.ts';

/** The connection of an exchange. */
export type PlainLine = {
  readonly socket: Socket;
  /** Called when an exchange has its response. */
  answered(exchange: PlainExchange): void;
};

const stays = `Connection: keep-alive\r\nKeep-Alive: timeout=${idleTimeoutMs / 1000}\r\n\r\n`;
const ends = 'Connection: close\r\n\r\n';

/**
 * An exchange on the fast path. The response is one text, with the header fields that node:http would send. The
 * connection writes it after those of earlier requests.
 */
export class PlainExchange implements DeliveryExchange {
  readonly method: string;
  readonly target: string;
  readonly #head: PlainHead;
  readonly #line: PlainLine;
  readonly #mustEnd: boolean;
  /** State of the connection after the response. null if there is none yet. */
  sent: 'stays' | 'ends' | null = null;
  /** The response in latin1. */
  text = '';

  /** @param mustEnd whether the connection ends with this response */
  constructor(head: PlainHead, line: PlainLine, mustEnd: boolean) {
    this.method = head.method;
    this.target = head.target;
    this.#head = head;
    this.#line = line;
    this.#mustEnd = mustEnd;
  }

  header(name: string): string | undefined {
    return name === 'origin' ? this.#head.origin : this.#head.fields.first(name);
  }

  fields(name: string): string | undefined {
    return this.#head.fields.all(name);
  }

  get peer(): string | undefined {
    return this.#line.socket.remoteAddress;
  }

  send(answer: Answer): void {
    if (this.sent !== null) return;
    const { status, headers, body = '', latin1 = false } = answer;
    const bytes = latin1 ? body : Buffer.from(body, 'utf8').toString('latin1');
    const isEnd = this.#mustEnd || answer.close === true;
    let text = statusLine(status);
    const { origin } = this.#head;
    if (origin !== undefined) {
      text += `access-control-allow-origin: ${origin}\r\naccess-control-allow-credentials: true\r\n`;
    }
    if (headers !== undefined) text += fieldLines(headers);
    if (status !== 204) text += `content-length: ${bytes.length}\r\n`;
    text += dateLine();
    text += isEnd ? ends : stays;
    this.text = this.method === 'HEAD' ? text : text + bytes;
    this.sent = isEnd ? 'ends' : 'stays';
    this.#line.answered(this);
  }
}

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (line === undefined) {
    line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\nvary: Origin\r\n`;
    statusLines.set(status, line);
  }
  return line;
}

/** Most responses share one list of headers, which is serialized once. */
const linesOfList = new WeakMap<readonly string[], string>();

function fieldLines(headers: readonly string[]): string {
  let lines = linesOfList.get(headers);
  if (lines === undefined) {
    lines = '';
    for (let index = 0; index < headers.length; index += 2) {
      const line = `${headers[index]}: ${headers[index + 1]}`;
      if (!/^[\t -~]*$/.test(line)) throw new TypeError('A header field of a response contains a forbidden character');
      lines += `${line}\r\n`;
    }
    linesOfList.set(headers, lines);
  }
  return lines;
}

let dateOfSecond = 0;
let keptDateLine = '';

/** Returns the Date header with the current time in seconds. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateOfSecond) {
    dateOfSecond = second;
    keptDateLine = `Date: ${new Date(second * 1000).toUTCString()}\r\n`;
  }
  return keptDateLine;
}
