import type { Socket } from 'node:net';
import type { DeliveryServices } from '../../routes.ts';
import { refuseBytes } from '../refuse-bytes.ts';
import { headTimeoutMs, idleTimeoutMs, requestTimeoutMs, stalledTimeoutMs } from '../time-limits.ts';
import { HttpLine, type LineOwner } from './http-line.ts';
import type { PlainExchange, PlainLine } from './plain-exchange.ts';
import { beginsAsEvent, type Served, servePlain } from './serve-plain.ts';
import type { SharedReading } from './shared-reading.ts';

/** Most pieces of a request. With more, it is passed to node:http, which reads pieces without concatenating them. */
const maxPieces = 16;
/** Most events of a connection that are written to disk at a time. */
const maxUnanswered = 64;
/** Length of the responses to pipelined requests that are written at once. */
const writtenAtOnce = 16 * 1024;

/** Parts of the fast path that a connection uses. */
export type PlainHost = {
  readonly services: DeliveryServices;
  readonly reading: SharedReading;
  /** Returns monotonic time in milliseconds, not older than the interval of checks. */
  coarseNowMs(): number;
  /** Returns true if connections accept no request after the current one. */
  isDraining(): boolean;
  /** Passes the connection to node:http, which reads these bytes first and owns them. */
  handOver(connection: PlainConnection, bytes: Buffer): void;
  /** Adds a line to the connections of node:http. */
  addToHttp(line: HttpLine): void;
  forget(connection: PlainConnection): void;
};

/** States of a connection with their time limits in milliseconds. */
const limitMsOf = {
  /** Waiting for the rest of a head, or for the first request. */
  head: headTimeoutMs,
  body: requestTimeoutMs,
  /** Waiting for the next request. */
  nothing: idleTimeoutMs,
  /** An event is being written to disk. */
  event: stalledTimeoutMs,
  /** The client does not read its responses. */
  blocked: stalledTimeoutMs,
  /** node:http is answering a request, with its own limits. */
  http: Number.POSITIVE_INFINITY,
  /** The last response is being sent. */
  ending: stalledTimeoutMs,
};

/**
 * A connection on the fast path. It reads complete plain requests sequentially and answers each before it reads the
 * next, except that an event does not wait for earlier requests, so that pipelined events are written to disk together.
 * Responses are written in the order of the requests, those to pipelined requests in one piece. Plain requests that the
 * fast path does not answer are lent to node:http, one at a time. At the first request that is not plain, the connection
 * is passed to node:http with all remaining bytes.
 */
export class PlainConnection implements PlainLine {
  readonly socket: Socket;
  readonly #host: PlainHost;
  #doing: keyof typeof limitMsOf = 'head';
  #sinceMs: number;
  /** Unanswered bytes, the number of their pieces, and the bytes of the complete request (0: unknown). */
  #kept: Buffer | null = null;
  #pieces = 0;
  #needed = 0;
  /** Exchanges without a written response, in order. The first one has no response yet. */
  #unanswered: PlainExchange[] = [];
  /** Responses that are not written yet. */
  #ready = '';
  /** Whether the client has closed its side. */
  #ended = false;
  #isReleased = false;
  /** The connection of node:http. null: not needed yet, or ended. */
  #line: HttpLine | null = null;
  /** Bytes of the lent request that have not arrived yet. */
  #missing = 0;
  /** Whether node:http has answered the lent request. */
  #isAnswered = false;

  constructor(accepted: Socket, host: PlainHost) {
    this.#host = host;
    this.socket = host.reading.socketOf(accepted, (bytes) => this.#take(bytes));
    const { socket } = this;
    this.#sinceMs = host.coarseNowMs();
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('drain', this.#onDrain);
    socket.on('close', this.#onClose);
    socket.on('error', ignore);
  }

  /** Closes the connection if it exceeds its time limit. */
  check(nowMs: number): void {
    if (nowMs - this.#sinceMs <= limitMsOf[this.#doing]) return;
    if (this.#doing === 'head' || this.#doing === 'body') this.#refuse('too-slow');
    else this.socket.destroy();
  }

  /** Closes the connection: immediately if it is idle, otherwise with the response. */
  drain(): void {
    if (this.#doing === 'nothing' || (this.#doing === 'head' && this.#kept === null)) this.socket.destroySoon();
  }

  /** Detaches from the socket, so that another reader can use it. */
  release(): void {
    const { socket } = this;
    this.#isReleased = true;
    this.#line?.destroy();
    this.#line = null;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('drain', this.#onDrain);
    socket.off('close', this.#onClose);
    socket.off('error', ignore);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#take(chunk);
  };

  /**
   * Answers the complete requests in these bytes and copies the rest. Returns false if the connection was passed on.
   */
  #take(chunk: Buffer): boolean {
    if (this.#isReleased) return false;
    if (this.#doing === 'ending') return true;
    if (this.#doing === 'http' && this.#kept === null) {
      this.#lendBytes(chunk);
      return true;
    }
    const bytes = this.#kept === null ? chunk : Buffer.concat([this.#kept, chunk]);
    this.#pieces += 1;
    const mustWait =
      this.#doing === 'blocked' || this.#doing === 'http' || (this.#doing === 'event' && this.#kept !== null);
    if (mustWait) this.#keepForLater(bytes);
    else this.#work(bytes);
    return true;
  }

  readonly #onEnd = (): void => {
    this.#ended = true;
    if (this.#doing === 'nothing' || this.#doing === 'head' || this.#doing === 'body') this.#endOfBytes();
    else if (this.#doing === 'http' && this.#kept === null) this.#line?.push(null);
  };

  readonly #onDrain = (): void => {
    if (this.#doing === 'blocked') this.#goOn();
  };

  readonly #onClose = (): void => {
    this.#host.forget(this);
    this.#line?.destroy();
  };

  /** Writes the responses that are due after an exchange was answered. */
  answered(): void {
    const before = this.#unanswered.length;
    while ((this.#unanswered[0]?.sent ?? null) !== null) {
      const exchange = this.#unanswered.shift() as PlainExchange;
      this.#ready += exchange.text;
      if (exchange.sent === 'ends') {
        this.#end();
        return;
      }
    }
    if (this.#unanswered.length === before) return;
    if (this.#unanswered.length === 0) {
      this.#flush();
      if (this.#doing === 'nothing') this.#goOn();
    } else if (this.#ready.length > 0) {
      // The others are usually answered in the same iteration of the event loop.
      process.nextTick(this.#flushLater);
    }
  }

  readonly #flushLater = (): void => {
    if (this.#unanswered.length > 0) this.#write();
  };

  /** Serves requests until the bytes are used up or a request has to wait. */
  #work(bytes: Buffer): void {
    this.#kept = null;
    for (let offset = 0; offset < bytes.length; ) {
      const served = this.#serveAt(bytes, offset);
      if (served?.kind !== 'served') {
        this.#leave(bytes.subarray(offset), served);
        return;
      }
      offset += served.bytes;
      this.#needed = 0;
      this.#pieces = 1;
      this.#settle(served.exchange, offset === bytes.length);
      if (this.#doing === 'nothing' || this.#doing === 'event') continue;
      if (offset < bytes.length) this.#keepForLater(bytes.subarray(offset));
      return;
    }
    if (this.#ended && this.#doing === 'nothing') this.#endOfBytes();
  }

  /** Serves the request at this offset. Returns null if it has to wait for earlier ones or for its rest. */
  #serveAt(bytes: Buffer, offset: number): Served | null {
    if (this.#unanswered.length > 0 && !this.#mayFollow(bytes, offset)) return null;
    if (bytes.length - offset < this.#needed) return null;
    const mustEnd = this.#host.isDraining();
    return servePlain({ bytes, offset, line: this, mustEnd }, this.#host.services);
  }

  /** Stores bytes that cannot be served yet, or passes them on. */
  #leave(rest: Buffer, served: Exclude<Served, { readonly kind: 'served' }> | null): void {
    if (this.#unanswered.length === 0 && this.#ready !== '') this.#flush();
    if (this.#unanswered.length > 0 || this.#doing === 'blocked') this.#keepForLater(rest);
    else if (served?.kind === 'unusual') this.#host.handOver(this, Buffer.from(rest));
    else if (served?.kind === 'other') this.#lend(rest, served.bytes);
    else this.#keepPart(rest, served?.needed ?? this.#needed);
  }

  /** Lets node:http answer the request at the start of these bytes. */
  #lend(rest: Buffer, length: number): void {
    this.#enter('http');
    this.#needed = 0;
    this.#missing = length;
    this.#isAnswered = false;
    if (this.#line === null || this.#line.destroyed) {
      this.#line = new HttpLine(this.#lineOwner());
      this.#host.addToHttp(this.#line);
    }
    this.#lendBytes(rest);
    // After the last request, as from a socket.
    if (this.#ended && this.#kept === null) this.#line.push(null);
  }

  /** Passes the bytes of the lent request on, and keeps those after it. */
  #lendBytes(bytes: Buffer): void {
    const own = bytes.subarray(0, this.#missing);
    this.#missing -= own.length;
    // The connections share the buffer that they read into.
    const mayFollow = own.length === 0 || this.#line?.push(Buffer.from(own)) === true;
    if (own.length < bytes.length) this.#keepForLater(bytes.subarray(own.length));
    else if (this.#missing > 0 && !mayFollow) this.socket.pause();
    if (this.#missing === 0) this.#takeBack();
  }

  #lineOwner(): LineOwner {
    return {
      socket: this.socket,
      isLent: () => this.#doing === 'http',
      wantsMore: () => {
        if (this.#doing === 'http' && this.#missing > 0 && this.socket.isPaused()) this.socket.resume();
      },
      answered: () => {
        this.#isAnswered = true;
        this.#takeBack();
      },
      ended: () => this.#end(),
    };
  }

  /** Continues after node:http has read and answered the lent request. */
  #takeBack(): void {
    if (this.#doing !== 'http' || this.#missing > 0 || !this.#isAnswered) return;
    this.socket.setTimeout(0);
    if (this.#line?.readableEnded === true) this.#line = null;
    if (this.#host.isDraining()) this.#end();
    else this.#goOn();
  }

  /** Returns true if the request at this offset can be served before the earlier ones are answered. */
  #mayFollow(bytes: Buffer, offset: number): boolean {
    return this.#unanswered.length < maxUnanswered && !this.#host.isDraining() && beginsAsEvent(bytes, offset);
  }

  /**
   * Sets the state of the connection after a request was served.
   * @param isLast whether no further bytes are available
   */
  #settle(exchange: PlainExchange, isLast: boolean): void {
    if (exchange.sent === null || this.#unanswered.length > 0) {
      if (this.#ready !== '') this.#write();
      this.#unanswered.push(exchange);
      this.#enter('event');
      return;
    }
    this.#ready += exchange.text;
    if (exchange.sent === 'ends') this.#end();
    else if (isLast || this.#ready.length >= writtenAtOnce) this.#flush();
    else this.#enter('nothing');
  }

  /** Writes the responses after which the connection is free. */
  #flush(): void {
    this.#write();
    this.#enter(this.socket.writableNeedDrain ? 'blocked' : 'nothing');
  }

  #write(): void {
    const text = this.#ready;
    this.#ready = '';
    if (text !== '' && !this.socket.destroyed) this.socket.write(text, 'latin1');
  }

  /** Writes the last response. Further requests are ignored. */
  #end(): void {
    this.#unanswered = [];
    this.#kept = null;
    this.#write();
    this.#enter('ending');
    this.socket.destroySoon();
  }

  #enter(doing: keyof typeof limitMsOf): void {
    this.#doing = doing;
    this.#sinceMs = this.#host.coarseNowMs();
  }

  /** Stores a partial request. Its time limit starts with its first byte. */
  #keepPart(part: Buffer, needed: number): void {
    if (this.#pieces > maxPieces) {
      this.#host.handOver(this, Buffer.from(part));
      return;
    }
    this.#kept = Buffer.from(part);
    this.#needed = needed;
    const doing = needed === 0 ? 'head' : 'body';
    if (this.#doing === 'nothing') this.#enter(doing);
    else this.#doing = doing;
    if (this.#ended) this.#endOfBytes();
  }

  /**
   * Stores requests that arrived before the response to an earlier one. Reading is paused until that response is sent.
   */
  #keepForLater(bytes: Buffer): void {
    this.#kept = Buffer.from(bytes);
    this.socket.pause();
  }

  #goOn(): void {
    if (this.socket.destroyed) return;
    this.#enter('nothing');
    if (this.socket.isPaused()) this.socket.resume();
    if (this.#kept !== null) this.#work(this.#kept);
    else if (this.#ended) this.#endOfBytes();
  }

  /** The client has closed its side. In the middle of a request this is an error. */
  #endOfBytes(): void {
    if (this.#kept === null) this.socket.end();
    else this.#refuse('malformed');
  }

  #refuse(refusal: 'malformed' | 'too-slow'): void {
    this.#kept = null;
    this.#enter('ending');
    refuseBytes(this.socket, refusal);
  }
}

function ignore(): void {
  // An error results in a close event, which is handled separately.
}
