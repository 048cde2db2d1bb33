import type { Socket } from 'node:net';

/** Why bytes are no request that could be answered. */
export type Refusal = 'malformed' | 'head-too-large' | 'too-slow';

const refusals: Readonly<Record<Refusal, readonly [status: string, title: string]>> = {
  malformed: ['400 Bad Request', 'This is not an HTTP request'],
  'head-too-large': ['431 Request Header Fields Too Large', 'The request head is too large'],
  'too-slow': ['408 Request Timeout', 'The request took too long'],
};

/** Says what is wrong and ends the connection. */
export function refuseBytes(socket: Socket, refusal: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, title] = refusals[refusal];
  const body = JSON.stringify({ type: 'about:blank', title, status: Number(status.slice(0, 3)) });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/problem+json\r\nconnection: close\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** What node:http says about such bytes. */
export function refuseClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else if (error.code === 'HPE_HEADER_OVERFLOW') refuseBytes(socket, 'head-too-large');
  else refuseBytes(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too-slow' : 'malformed');
}
