import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** The connection of an `HttpLine`. */
export type LineOwner = {
  readonly socket: Socket;
  /** Whether node:http is answering a request. Otherwise, what node:http does with the line does not affect the socket. */
  isLent(): boolean;
  /** Called when node:http can take more of the request. */
  wantsMore(): void;
  /** Called after node:http has sent a response. */
  answered(): void;
  /** Called when node:http ends the connection with the response. */
  ended(): void;
};

/**
 * A connection as node:http sees it. It contains only the requests that node:http answers, one at a time, so that the
 * fast path can answer the others. It is used for all such requests of a connection.
 */
export class HttpLine extends Duplex {
  readonly #owner: LineOwner;
  /** Requests that node:http has read since the last response. */
  #unanswered = 0;

  constructor(owner: LineOwner) {
    super({ allowHalfOpen: true });
    this.#owner = owner;
    owner.socket.on('timeout', this.#onTimeout);
    // An error of the socket ends in its close event.
    this.on('error', ignore);
  }

  get remoteAddress(): string | undefined {
    return this.#owner.socket.remoteAddress;
  }

  /** Notes a request that node:http has read from this line. */
  note(response: ServerResponse): void {
    this.#unanswered += 1;
    // node:http has found a second request in the bytes of one. Its responses would be assigned to wrong requests.
    if (this.#unanswered > 1) this.destroy();
    response.once('close', () => {
      this.#unanswered -= 1;
      if (!this.destroyed && !this.writableEnded) this.#owner.answered();
    });
  }

  /** Sets the time without activity after which a `timeout` event follows. 0: none. */
  setTimeout(milliseconds: number, callback?: () => void): this {
    if (this.#owner.isLent()) this.#owner.socket.setTimeout(milliseconds);
    if (callback !== undefined) this.once('timeout', callback);
    return this;
  }

  /** Ends the connection after everything is written. */
  destroySoon(): void {
    if (this.#owner.isLent()) this.#owner.ended();
  }

  readonly #onTimeout = (): void => {
    if (this.#owner.isLent()) this.emit('timeout');
  };

  override _read(): void {
    this.#owner.wantsMore();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#owner.socket.write(chunk, encoding, done);
  }

  override _writev(
    chunks: { readonly chunk: Buffer; readonly encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    const { socket } = this.#owner;
    socket.cork();
    for (const [index, { chunk, encoding }] of chunks.entries()) {
      socket.write(chunk, encoding, index === chunks.length - 1 ? done : undefined);
    }
    socket.uncork();
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#owner.isLent()) this.#owner.socket.end(() => done());
    else done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const { socket } = this.#owner;
    socket.off('timeout', this.#onTimeout);
    if (this.#owner.isLent()) socket.destroy();
    done(error);
  }
}

function ignore(): void {
  // Without a listener, the error would end the process.
}
