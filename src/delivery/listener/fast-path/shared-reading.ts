import { type Server, Socket } from 'node:net';

/** Most bytes that libuv reads at once. */
const bufferBytes = 64 * 1024;

/** Internals of a Node connection: members of the socket and the server without a public name. */
type Accepted = Socket & {
  _handle: { readonly useUserBuffer?: unknown } | null;
  _server: Server | null;
  server: Server | null;
};
type Handle = NonNullable<ConstructorParameters<typeof Socket>[0]>['handle'];

/** Lets connections share one read buffer. */
export type SharedReading = {
  /**
   * Returns a socket for an accepted connection that passes its bytes to `take`. The bytes are valid until `take`
   * returns and must be copied for later use. If `take` returns false, the bytes go to the stream as usual. If this
   * Node version has other internals, the socket is returned unchanged.
   */
  readonly socketOf: (accepted: Socket, take: (bytes: Buffer) => boolean) => Socket;
};

/**
 * Creates a shared read buffer. A separate buffer for each read costs more than the read itself: it is allocated from
 * the system, resized, tracked and swept, and counts as heap memory, so that collections run earlier. All connections
 * of a process read one after the other. Source: docs/decisions/0139-one-buffer.md.
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
      // The server counts this socket from now on, and no longer the first one.
      socket._server = server;
      socket.server = server;
      first._handle = null;
      first._server = null;
      first.server = null;
      return socket;
    },
  };
}
