import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { stalledTimeoutMs } from '../time-limits.ts';

/**
 * A connection whose client has said its last, as one that has yet to say these bytes: a socket that has ended takes no
 * bytes back, and what reads from here on must see them and then the end. Answers go to the socket itself.
 */
export function replayEnded(socket: Socket, bytes: Buffer): Duplex {
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
