import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { headFaultOf } from '../../platform/http/head-fault.ts';
import { refuseBytes, refuseClientError, refuseRequest } from './refuse-bytes.ts';
import { lingerMs, stalledTimeoutMs } from './time-limits.ts';

/** The latest response that was started on a connection. When it ends, all previous ones have ended. */
const lastResponse = Symbol('last response');
type Line = Socket & { [lastResponse]?: ServerResponse };

/**
 * Makes a node:http server process the requests of a connection sequentially, as the fast path does. By default it
 * passes on every request that has been read, also after a request that ends the connection, so that events would be
 * stored without a response. At the first malformed request it closes the connection, so that pending responses are
 * lost. Source: RFC 9112 9.3.2 and 9.6.
 */
export function answerInOrder(server: Server & { httpAllowHalfOpen?: boolean }, answer: RequestListener): void {
  // A client that has closed its side still receives the pending responses.
  server.httpAllowHalfOpen = true;
  const expectationFails: RequestListener = (_, response) => response.writeHead(417).end();
  server.on('request', (request, response) => answerInTurn(request, response, answer));
  server.on('checkExpectation', (request, response) => answerInTurn(request, response, expectationFails));
  server.on('connect', (_, socket: Socket) => refuseTunnel(socket));
  server.on('clientError', (error, socket) => {
    // Later input is ignored, including its end: node:http would close the connection with the pending response.
    socket.removeAllListeners('end');
    whenAnswered(socket as Line, () => {
      refuseClientError(error, socket as Socket);
      // Remaining input is read and discarded for a limited time, so that the client can read the response.
      setTimeout(() => socket.destroy(), lingerMs).unref();
    });
  });
}

function answerInTurn(request: IncomingMessage, response: ServerResponse, ifValid: RequestListener): void {
  const socket = request.socket as Line;
  if (socket.writableEnded) return;
  socket[lastResponse] = response;
  const fault = headFaultOf(request);
  const answer: RequestListener = fault === null ? ifValid : (_, response) => refuseRequest(response, fault);
  // node:http assigns the socket to a response after all previous ones were sent, and never if the connection ends with
  // one of those.
  if (response.socket === null) response.once('socket', () => answer(request, response));
  else answer(request, response);
}

/** Calls back when all pending requests are answered. Does not call back if the connection ends with them. */
function whenAnswered(socket: Line, callback: () => void): void {
  const last = socket[lastResponse];
  // In the next event loop iteration, because node:http may just have responded and closed the connection itself, as it
  // does without a Host header.
  const finish = (): void => {
    setImmediate(() => {
      if (!socket.writableEnded) callback();
    });
  };
  if (last === undefined || last.closed || last.writableFinished) finish();
  else if (last.req.complete) last.once('close', finish);
  else if (last.socket === null) last.once('socket', () => whenAnswered(socket, callback));
  // A request with an incomplete body: its remaining part never arrives.
  else if (last.req.listenerCount('data') > 0) finish();
  else last.once('close', finish);
}

/** CONNECT: node:http has released the connection and would destroy it. */
function refuseTunnel(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.setTimeout(stalledTimeoutMs, () => socket.destroy());
  socket.resume();
  whenAnswered(socket, () => refuseBytes(socket, 'malformed'));
}
