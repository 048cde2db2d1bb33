import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { isUnsupportedVersion } from '../../../platform/http/head-fault.ts';
import { Problem } from '../problem/problem.ts';

/** An answer gets so long to arrive; a client that keeps sending does not hold the connection open. */
const partingMs = 1_000;

/** Answers bytes that are no HTTP request, or one that was cut off, with a problem, and closes the connection. */
export function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error);
  const body = JSON.stringify(problem.body(randomUUID()));
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), partingMs).unref();
}

function problemOf(error: NodeJS.ErrnoException): Problem {
  const { code, message } = error;
  if (isUnsupportedVersion(error)) return new Problem('http_version_not_supported');
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout');
  return new Problem('malformed_request', { detail: `The request could not be read: ${code ?? message}` });
}
