import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { headFaultOf } from '../../../platform/http/head-fault.ts';
import type { ManagementServices } from '../management-services.ts';
import { answerBrokenConnection } from './broken-connection.ts';
import { refuseHead } from './refuse-head.ts';

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
