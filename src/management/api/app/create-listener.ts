import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { headFaultOf, isUnsupportedVersion } from '../../../platform/http/head-fault.ts';
import { detailMessage } from '../../records/detail-message.ts';
import type { ManagementServices } from '../management-services.ts';
import { Problem } from '../problem/problem.ts';
import { refuseHead } from './refuse-head.ts';

/**
 * Time for the response to arrive, in milliseconds. Then the connection is closed although the client keeps sending.
 */
const partingMs = 1_000;

/** Time limits for receiving a request, in milliseconds. */
export type ListenerTimeouts = {
  readonly headersMs: number;
  /** Whole request without a file, at most 1 MiB. */
  readonly bodyMs: number;
  /** Whole request with a file. Sufficient for an upload over a slow connection. */
  readonly uploadMs: number;
  /** Interval at which connections are checked. */
  readonly checkMs: number;
};

const usual: ListenerTimeouts = { headersMs: 20_000, bodyMs: 20_000, uploadMs: 120_000, checkMs: 1_000 };
/** Idle time of a connection. Longer than the 60 seconds for which common proxies keep theirs. */
const idleTimeoutMs = 65_000;
/** Size limit of all header lines, in bytes. */
const maxHeaderBytes = 16 * 1024;
const uploadTypes = /^(?:multipart\/form-data|application\/offset\+octet-stream)\b/i;

/** Creates the HTTP server of the management listener. The token service handles its own paths before Fastify. */
export function createListener(
  services: Pick<ManagementServices, 'tokenService'>,
  handler: RequestListener,
  timeouts: ListenerTimeouts = usual,
): Server {
  /** Connections that are closed after a refusal. Further requests on them are not executed. */
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

/**
 * Limits the time for bodies without a file. The server has only one limit for all bodies, which is the one for files.
 */
function limitBodyTime(request: IncomingMessage, bodyMs: number): void {
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || uploadTypes.test(headers['content-type'] ?? '')) return;
  const timer = setTimeout(() => {
    // The headers are complete at this point, so only the body can be missing.
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

/** Responds to invalid HTTP or an interrupted request with a problem and closes the connection. */
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
