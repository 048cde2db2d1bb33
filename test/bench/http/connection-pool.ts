import type { Socket } from 'node:net';
import {
  type LoadRequest,
  openConnection,
  requestBytes,
  responseBody,
  responseLength,
  responseStatus,
} from './raw-http.ts';

/** Status 0: the connection was closed without a response. */
export type RawResponse = { readonly status: number; readonly body: string };

export type ConnectionPool = {
  /** Sends a request by the next free connection. */
  send(request: LoadRequest): Promise<RawResponse>;
  close(): void;
};

type Pending = { readonly bytes: Buffer; readonly resolve: (response: RawResponse) => void };

/** Opens keep-alive connections, which are replaced when they close. Requests wait while all are in use. */
export async function openConnectionPool(port: number, connections: number): Promise<ConnectionPool> {
  const free: ((pending: Pending) => void)[] = [];
  const waiting: Pending[] = [];
  const sockets = new Set<Socket>();
  let isClosed = false;

  function release(take: (pending: Pending) => void): void {
    const next = waiting.shift();
    if (next === undefined) free.push(take);
    else take(next);
  }

  async function connect(): Promise<void> {
    const socket = await openConnection(port);
    sockets.add(socket);
    let pending: Pending | null = null;
    let text = '';
    const take = (next: Pending) => {
      pending = next;
      socket.write(next.bytes);
    };
    const finish = (response: RawResponse) => {
      const { resolve } = pending as Pending;
      pending = null;
      text = '';
      resolve(response);
    };
    socket.on('data', (chunk: Buffer) => {
      // A server may send 408 before it closes an idle connection.
      if (pending === null) return;
      text += chunk.toString('latin1');
      const length = responseLength(text);
      if (length === null || text.length < length) return;
      finish({ status: responseStatus(text), body: responseBody(text) });
      release(take);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      const index = free.indexOf(take);
      if (index >= 0) free.splice(index, 1);
      if (pending !== null) finish({ status: 0, body: '' });
      if (!isClosed) connect().catch(() => {});
    });
    release(take);
  }

  await Promise.all(Array.from({ length: connections }, connect));
  return {
    send: (request) =>
      new Promise((resolve) => {
        const pending = { bytes: requestBytes(request), resolve };
        const take = free.pop();
        if (take === undefined) waiting.push(pending);
        else take(pending);
      }),
    close() {
      isClosed = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
