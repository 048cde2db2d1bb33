import type { Socket } from 'node:net';
import type { DeliveryServices } from '../../routes.ts';
import { refuseBytes } from '../refuse-bytes.ts';
import { headTimeoutMs, idleTimeoutMs, requestTimeoutMs, stalledTimeoutMs } from '../time-limits.ts';
import { type Served, servePlain } from './serve-plain.ts';
import type { SharedReading } from './shared-reading.ts';

/** Most pieces of a request. With more, it is passed to node:http, which reads pieces without concatenating them. */
const maxPieces = 16;

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
  /** The last response is being sent. */
  ending: stalledTimeoutMs,
};

/**
 * A connection on the fast path. It reads complete plain requests sequentially and answers each before it reads the
 * next. At the first request that is not plain, the connection is passed to node:http with all remaining bytes.
 */
export class PlainConnection {
  readonly socket: Socket;
  readonly #host: PlainHost;
  #doing: keyof typeof limitMsOf = 'head';
  #sinceMs: number;
  /** Unanswered bytes, the number of their pieces, and the bytes of the complete request (0: unknown). */
  #kept: Buffer | null = null;
  #pieces = 0;
  #needed = 0;
  /** Whether the client has closed its side. */
  #ended = false;
  #isReleased = false;

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
    const bytes = this.#kept === null ? chunk : Buffer.concat([this.#kept, chunk]);
    this.#pieces += 1;
    if (this.#doing === 'event' || this.#doing === 'blocked') this.#keepForLater(bytes);
    else this.#work(bytes);
    return true;
  }

  readonly #onEnd = (): void => {
    this.#ended = true;
    if (this.#doing === 'nothing' || this.#doing === 'head' || this.#doing === 'body') this.#endOfBytes();
  };

  readonly #onDrain = (): void => {
    if (this.#doing === 'blocked') this.#goOn();
  };

  readonly #onClose = (): void => {
    this.#host.forget(this);
  };

  /** Serves requests until the bytes are used up or a request has to wait. */
  #work(bytes: Buffer): void {
    this.#kept = null;
    for (let offset = 0; offset < bytes.length; ) {
      const served: Served | null =
        bytes.length - offset < this.#needed ? null : servePlain(this.#plainBytes(bytes, offset), this.#host.services);
      if (served === null || served.kind === 'incomplete') {
        this.#keepPart(bytes.subarray(offset), served?.needed ?? this.#needed);
        return;
      }
      if (served.kind === 'unusual') {
        this.#host.handOver(this, Buffer.from(bytes.subarray(offset)));
        return;
      }
      offset += served.bytes;
      this.#needed = 0;
      this.#pieces = 1;
      this.#settle(served);
      if (this.#doing === 'nothing') continue;
      if (offset < bytes.length) this.#keepForLater(bytes.subarray(offset));
      return;
    }
    if (this.#ended) this.#endOfBytes();
  }

  #plainBytes(bytes: Buffer, offset: number) {
    return { bytes, offset, socket: this.socket, mustEnd: this.#host.isDraining() };
  }

  /** Sets the state of the connection after a request was served. */
  #settle(served: Served & { readonly kind: 'served' }): void {
    if (served.answering !== null) {
      this.#enter('event');
      void served.answering.then(() => {
        this.#settle({ ...served, answering: null });
        if (this.#doing === 'nothing') this.#goOn();
      });
    } else if (served.exchange.sent === 'ends') {
      this.#enter('ending');
      this.socket.destroySoon();
    } else {
      this.#enter(this.socket.writableNeedDrain ? 'blocked' : 'nothing');
    }
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
    this.socket.resume();
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
