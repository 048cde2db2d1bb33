import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { headFaultOf } from '../../platform/http/head-fault.ts';
import { refuseBytes, refuseClientError, refuseRequest } from './refuse-bytes.ts';
import { lingerMs, stalledTimeoutMs } from './time-limits.ts';

/** The last response that was begun on a connection: when it is over, all before it are. */
const lastResponse = Symbol('last response');
type Line = Socket & { [lastResponse]?: ServerResponse };

/**
 * Lets a node:http server take one request of a connection after the other, as the fast path does. By itself it hands
 * out every request that has been read, also behind one after which the connection ends, so that events would be taken
 * of which nobody is ever told; and at the first malformed one it ends the line, so that answers to the requests before
 * it are lost when they are still under way. Source: RFC 9112 9.3.2 and 9.6.
 */
export function answerInOrder(server: Server & { httpAllowHalfOpen?: boolean }, answer: RequestListener): void {
  // Who has said that nothing follows still gets the answers that are under way.
  server.httpAllowHalfOpen = true;
  const expectationFails: RequestListener = (_, response) => response.writeHead(417).end();
  server.on('request', (request, response) => answerInTurn(request, response, answer));
  server.on('checkExpectation', (request, response) => answerInTurn(request, response, expectationFails));
  server.on('connect', (_, socket: Socket) => refuseTunnel(socket));
  server.on('clientError', (error, socket) => {
    // Nothing that follows counts, its end neither: node:http would end the line with the answer that is under way.
    socket.removeAllListeners('end');
    whenAnswered(socket as Line, () => {
      refuseClientError(error, socket as Socket);
      // What still comes is read and thrown away, so that the refusal can be read; but not for ever.
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
  // node:http gives a response its socket when all before it are sent, and never when the connection ends with one of those.
  if (response.socket === null) response.once('socket', () => answer(request, response));
  else answer(request, response);
}

/** Calls back when everything that was asked and can be answered is; not at all when the connection ends with that. */
function whenAnswered(socket: Line, callback: () => void): void {
  const last = socket[lastResponse];
  // A turn later, because node:http may just have answered, and ended the line, by itself, as it does without a Host.
  const finish = (): void => {
    setImmediate(() => {
      if (!socket.writableEnded) callback();
    });
  };
  if (last === undefined || last.closed || last.writableFinished) finish();
  else if (last.req.complete) last.once('close', finish);
  else if (last.socket === null) last.once('socket', () => whenAnswered(socket, callback));
  // A request whose body broke off: who waits for the rest of it does so for ever.
  else if (last.req.listenerCount('data') > 0) finish();
  else last.once('close', finish);
}

/** CONNECT: node:http has let go of the connection and would cut it. */
function refuseTunnel(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.setTimeout(stalledTimeoutMs, () => socket.destroy());
  socket.resume();
  whenAnswered(socket, () => refuseBytes(socket, 'malformed'));
}
