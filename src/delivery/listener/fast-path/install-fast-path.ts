/*
 * The fast path: plain requests to ad paths are answered without node:http.
 *
 * - `install-fast-path.ts` accepts the sockets. `plain-connection.ts` reads one; `plain-head.ts` and `plain-fields.ts`
 *   parse.
 * - `http-line.ts`: requests for other paths are lent to node:http one at a time. A connection with unusual input is
 *   passed to node:http permanently, with all its bytes.
 * - `shared-reading.ts`: all connections read into one buffer.
 *
 * A test sends streams of random bytes to both paths, which must return the same responses. See
 * docs/decisions/0021-fast-path-on-the-socket.md.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { DeliveryServices } from '../../routes.ts';
import { stalledTimeoutMs, timeoutCheckMs } from '../time-limits.ts';
import { HttpLine } from './http-line.ts';
import { PlainConnection, type PlainHost } from './plain-connection.ts';
import { createSharedReading } from './shared-reading.ts';

export type FastPath = {
  /** Closes idle connections immediately and the others with the pending response. */
  drain(): void;
  /** Destroys the remaining connections. */
  close(): void;
};

/**
 * Installs the fast path before a node:http server. Complete plain requests to the ad paths are read and answered on
 * the socket. Plain requests to other paths are lent to the server, and a connection with any other input is passed to
 * it with its bytes, permanently.
 */
export function installFastPath(server: Server, services: DeliveryServices): FastPath {
  const [toHttp, ...others] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (toHttp === undefined || others.length > 0)
    throw new Error('node:http has an unexpected number of connection listeners');
  server.off('connection', toHttp);

  const connections = new Set<PlainConnection>();
  // From the monotonic clock. If the system clock were set back or ahead, slow connections would be spared or all would
  // be closed.
  let nowMs = performance.now();
  let draining = false;
  const host: PlainHost = {
    services,
    reading: createSharedReading(server),
    coarseNowMs: () => nowMs,
    isDraining: () => draining,
    handOver(connection, bytes) {
      const { socket } = connection;
      connections.delete(connection);
      connection.release();
      if (socket.readableEnded) {
        toHttp.call(server, replayEnded(socket, bytes) as Socket);
        return;
      }
      // Paused during the handover, so that no bytes are lost.
      socket.pause();
      socket.unshift(bytes);
      toHttp.call(server, socket);
      socket.resume();
    },
    addToHttp: (line) => toHttp.call(server, line as unknown as Socket),
    forget: (connection) => connections.delete(connection),
  };
  server.prependListener('request', (request, response) => {
    if ((request.socket as unknown) instanceof HttpLine) (request.socket as unknown as HttpLine).note(response);
  });
  server.on('connection', (socket: Socket) => connections.add(new PlainConnection(socket, host)));

  const checking = setInterval(() => {
    nowMs = performance.now();
    for (const connection of connections) connection.check(nowMs);
  }, timeoutCheckMs);
  checking.unref();

  return {
    drain() {
      draining = true;
      for (const connection of connections) connection.drain();
    },
    close() {
      clearInterval(checking);
      for (const { socket } of connections) socket.destroy();
    },
  };
}

/**
 * Returns a connection that replays these bytes after its client has closed its side. An ended socket cannot take bytes
 * back, and the next reader must receive them and then the end. Responses are written to the socket itself.
 */
function replayEnded(socket: Socket, bytes: Buffer): Duplex {
  const line = new Duplex({
    allowHalfOpen: true,
    read() {
      this.push(bytes);
      this.push(null);
    },
    write: (chunk: Buffer, encoding, done) => socket.write(chunk, encoding, done),
    final: (done) => socket.end(done),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on('error', () => line.destroy());
  socket.on('close', () => line.destroy());
  socket.setTimeout(stalledTimeoutMs, () => line.destroy());
  // The members of a socket that the server uses.
  return Object.assign(line, { remoteAddress: socket.remoteAddress, setTimeout: () => line });
}
