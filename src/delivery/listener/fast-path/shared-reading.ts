import { type Server, Socket } from 'node:net';

/** What libuv reads at once at most. */
const bufferBytes = 64 * 1024;

/** What Node has of a connection inside: the socket's and the server's parts that have no public name. */
type Accepted = Socket & {
  _handle: { readonly useUserBuffer?: unknown } | null;
  _server: Server | null;
  server: Server | null;
};
type Handle = NonNullable<ConstructorParameters<typeof Socket>[0]>['handle'];

/** Gives connections one buffer to read into. */
export type SharedReading = {
  /**
   * The connection of a socket that was just accepted, as a socket that hands its bytes to `take`: they are good until it
   * returns, and what is needed after that must be copied. False from `take`: the bytes are a stream's as always. Where
   * this Node has other parts inside, the socket comes back as it is.
   */
  readonly socketOf: (accepted: Socket, take: (bytes: Buffer) => boolean) => Socket;
};

/**
 * A buffer for each read costs more than what is read: it is taken from the system, cut to size, tracked and swept, and
 * counts as memory of the heap, so that collections come earlier. All connections of a process read one after the other.
 * Source: docs/decisions/0139-one-buffer.md.
 */
export function createSharedReading(server: Server): SharedReading {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  return {
    socketOf(accepted, take) {
      const first = accepted as Accepted;
      const { _handle: handle, allowHalfOpen } = first;
      if (typeof handle?.useUserBuffer !== 'function' || first._server !== server) return accepted;
      const callback = (length: number) => {
        const bytes = buffer.subarray(0, length);
        if (!take(bytes)) socket.push(Buffer.from(bytes));
        return true;
      };
      const socket = new Socket({ handle: handle as Handle, allowHalfOpen, onread: { buffer, callback } }) as Accepted;
      // The server counts this one from now on, and the first is nobody's.
      socket._server = server;
      socket.server = server;
      first._handle = null;
      first._server = null;
      first.server = null;
      return socket;
    },
  };
}
