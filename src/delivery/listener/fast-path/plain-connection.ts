import type { Socket } from 'node:net';
import type { DeliveryServices } from '../../routes.ts';
import { refuseBytes } from '../refuse-bytes.ts';
import { headTimeoutMs, idleTimeoutMs, requestTimeoutMs, stalledTimeoutMs } from '../time-limits.ts';
import { type Served, servePlain } from './serve-plain.ts';
import type { SharedReading } from './shared-reading.ts';

/** A request that comes in more pieces is node:http's, which reads pieces without putting them together. */
const maxPieces = 16;

/** What a connection needs of the fast path as a whole. */
export type PlainHost = {
  readonly services: DeliveryServices;
  readonly reading: SharedReading;
  /** Ms by a clock that only goes forward, not older than the time between two checks. */
  coarseNowMs(): number;
  /** No connection takes another request after the one that is under way. */
  isDraining(): boolean;
  /** Gives the connection to node:http, which reads these bytes first; they are nobody else's. */
  handOver(connection: PlainConnection, bytes: Buffer): void;
  forget(connection: PlainConnection): void;
};

/** What a connection is doing, and how long that may take. */
const limitMsOf = {
  /** Waits for the rest of a head, or for the first request of all. */
  head: headTimeoutMs,
  body: requestTimeoutMs,
  /** Waits for the next request. */
  nothing: idleTimeoutMs,
  /** An event is on its way to the disk. */
  event: stalledTimeoutMs,
  /** The client does not read its answers. */
  blocked: stalledTimeoutMs,
  /** The last answer is being sent. */
  ending: stalledTimeoutMs,
};

/**
 * One connection on the fast path: takes whole plain requests out of the bytes, one after the other, and answers each
 * before it looks at the next. The first thing that is not plain goes to node:http with all bytes from there on.
 */
export class PlainConnection {
  readonly socket: Socket;
  readonly #host: PlainHost;
  #doing: keyof typeof limitMsOf = 'head';
  #sinceMs: number;
  /** Bytes that came and are not answered yet, in how many pieces, and how many make the request whole (0: unknown). */
  #kept: Buffer | null = null;
  #pieces = 0;
  #needed = 0;
  /** The client sends nothing more. */
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

  /** Ends what takes too long. */
  check(nowMs: number): void {
    if (nowMs - this.#sinceMs <= limitMsOf[this.#doing]) return;
    if (this.#doing === 'head' || this.#doing === 'body') this.#refuse('too-slow');
    else this.socket.destroy();
  }

  /** Ends the connection: now when nothing is under way, else with the answer. */
  drain(): void {
    if (this.#doing === 'nothing' || (this.#doing === 'head' && this.#kept === null)) this.socket.destroySoon();
  }

  /** Takes itself off the socket, for another to read from it. */
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

  /** Answers what is whole of these bytes, and copies what it keeps. False: they are somebody else's by now. */
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

  /** Serves request after request, until the bytes are used up or one of them has to wait. */
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

  /** What the connection does after a request was served. */
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

  /** A request of which a part is here. Its time counts from its first byte. */
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

  /** Requests that came before the answer to an earlier one: nothing more is read until that is sent. */
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

  /** The client has said its last; in the middle of a request that is an error. */
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
  // What matters of an error is that the connection closes, which is told as well.
}
