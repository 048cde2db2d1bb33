/*
 * The fast path: plain requests to ad paths are answered without node:http.
 *
 * - `install-fast-path.ts` takes the sockets. `plain-connection.ts` reads one; `plain-head.ts` and `plain-fields.ts`
 *   parse.
 * - A connection with anything unusual is given to node:http with all its bytes.
 * - `shared-reading.ts`: all connections read into one buffer.
 *
 * Streams of random bytes are sent to both paths in a test, and must get the same answers. See
 * docs/decisions/0021-fast-path-on-the-socket.md.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { DeliveryServices } from '../../routes.ts';
import { stalledTimeoutMs, timeoutCheckMs } from '../time-limits.ts';
import { PlainConnection, type PlainHost } from './plain-connection.ts';
import { createSharedReading } from './shared-reading.ts';

export type FastPath = {
  /** Ends idle connections at once and the others with the answer that is under way. */
  drain(): void;
  /** Cuts what is left. */
  close(): void;
};

/**
 * Puts the fast path before a node:http server: plain, whole requests to the ad paths are read and answered on the
 * socket itself; a connection on which anything else arrives is given to the server with its bytes, and stays there.
 */
export function installFastPath(server: Server, services: DeliveryServices): FastPath {
  const [toHttp, ...others] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (toHttp === undefined || others.length > 0) throw new Error('node:http listens to connections in an unknown way');
  server.off('connection', toHttp);

  const connections = new Set<PlainConnection>();
  // By the clock that only goes forward: set back or ahead, the other one would spare the slow or cut everybody.
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
      // Stopped while it changes hands, so that no byte flows to nobody.
      socket.pause();
      socket.unshift(bytes);
      toHttp.call(server, socket);
      socket.resume();
    },
    forget: (connection) => connections.delete(connection),
  };
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
 * A connection whose client has said its last, as one that has yet to say these bytes: a socket that has ended takes no
 * bytes back, and what reads from here on must see them and then the end. Answers go to the socket itself.
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
  // What of a socket the server asks for.
  return Object.assign(line, { remoteAddress: socket.remoteAddress, setTimeout: () => line });
}
