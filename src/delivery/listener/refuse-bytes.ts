import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type HeadFault, isUnsupportedVersion } from '../../platform/http/head-fault.ts';

/** Reason why bytes are not a valid request. */
export type ConnectionRefusal = 'malformed' | 'head-too-large' | 'too-slow' | HeadFault;

const refusals: Readonly<Record<ConnectionRefusal, readonly [status: string, title: string]>> = {
  malformed: ['400 Bad Request', 'This is not an HTTP request'],
  'head-too-large': ['431 Request Header Fields Too Large', 'The request head is too large'],
  'too-slow': ['408 Request Timeout', 'The request took too long'],
  'several-hosts': ['400 Bad Request', 'A request must have exactly one Host header field'],
  'http-version': ['505 HTTP Version Not Supported', 'The HTTP version is not supported'],
};

/** Sends the error and closes the connection. */
export function refuseBytes(socket: Socket, refusal: ConnectionRefusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = problemOf(refusal);
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/problem+json\r\nconnection: close\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Sends the same error for a request that node:http has read. */
export function refuseRequest(response: ServerResponse, fault: HeadFault): void {
  const { code, body } = problemOf(fault);
  const headers = { 'content-type': 'application/problem+json', connection: 'close' };
  response.writeHead(code, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

function problemOf(refusal: ConnectionRefusal): {
  readonly status: string;
  readonly code: number;
  readonly body: string;
} {
  const [status, title] = refusals[refusal];
  const code = Number(status.slice(0, 3));
  return { status, code, body: JSON.stringify({ type: 'about:blank', title, status: code }) };
}

/** Maps an error of node:http to a refusal. */
export function refuseClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else if (isUnsupportedVersion(error)) refuseBytes(socket, 'http-version');
  else if (error.code === 'HPE_HEADER_OVERFLOW') refuseBytes(socket, 'head-too-large');
  else refuseBytes(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too-slow' : 'malformed');
}
