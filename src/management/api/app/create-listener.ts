import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { headFaultOf, isUnsupportedVersion } from '../../../platform/http/head-fault.ts';
import { detailMessage } from '../../records/detail-message.ts';
import type { ManagementServices } from '../management-services.ts';
import { Problem } from '../problem/problem.ts';
import { refuseHead } from './refuse-head.ts';

/** An answer gets so long to arrive; a client that keeps sending does not hold the connection open. */
const partingMs = 1_000;

/** How long a client may take to send a request. */
export type ListenerTimeouts = {
  readonly headersMs: number;
  /** All of a request without a file: 1 MiB at most. */
  readonly bodyMs: number;
  /** All of a request with a file: an upload over a slow line still fits. */
  readonly uploadMs: number;
  /** How often connections are checked for it. */
  readonly checkMs: number;
};

const usual: ListenerTimeouts = { headersMs: 20_000, bodyMs: 20_000, uploadMs: 120_000, checkMs: 1_000 };
/** An unused connection stays open longer than the minute for which common proxies keep theirs. */
const idleTimeoutMs = 65_000;
/** Bytes of all header lines. */
const maxHeaderBytes = 16 * 1024;
const uploadTypes = /^(?:multipart\/form-data|application\/offset\+octet-stream)\b/i;

/** The HTTP server of the management listener. The token service answers its own paths before Fastify sees them. */
export function createListener(
  services: Pick<ManagementServices, 'tokenService'>,
  handler: RequestListener,
  timeouts: ListenerTimeouts = usual,
): Server {
  /** Connections that end with a refusal. Requests that follow on them are not executed. */
  const refused = new WeakSet<Socket>();
  const server = createServer(
    {
      requestTimeout: timeouts.uploadMs,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      keepAliveTimeout: idleTimeoutMs,
      maxHeaderSize: maxHeaderBytes,
    },
    (request, response) => {
      if (refused.has(request.socket)) return;
      const fault = headFaultOf(request);
      if (fault !== null) {
        refused.add(request.socket);
        refuseHead(response, fault);
        return;
      }
      limitBodyTime(request, timeouts.bodyMs);
      if (services.tokenService.handles(request.url ?? '')) services.tokenService.callback(request, response);
      else handler(request, response);
    },
  );
  server.on('clientError', answerBrokenConnection);
  return server;
}

/** The server has one time limit for all bodies, which is that of files. */
function limitBodyTime(request: IncomingMessage, bodyMs: number): void {
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || uploadTypes.test(headers['content-type'] ?? '')) return;
  const timer = setTimeout(() => {
    // The headers were complete long ago; only the body can be missing.
    if (!request.complete) answerBrokenConnection(tooSlow(), request.socket);
  }, bodyMs);
  timer.unref();
  const clear = () => clearTimeout(timer);
  request.once('end', clear);
  request.once('close', clear);
}

function tooSlow(): NodeJS.ErrnoException {
  return Object.assign(new Error('The request took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

/** Answers bytes that are no HTTP request, or one that was cut off, with a problem, and closes the connection. */
function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
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
  return new Problem('malformed_request', { detail: detailMessage('unreadable', { reason: code ?? message }) });
}
