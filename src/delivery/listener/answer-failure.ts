import type { Logger } from 'pino';
import { RequestError } from '../request/request-error.ts';
import type { DeliveryExchange } from './exchange.ts';
import { RequestAbortedError } from './read-body.ts';
import { sendDeliveryProblem } from './send.ts';

/** Answers a failed request: reports a client error to the client, and logs a server error. */
export function answerFailure(exchange: DeliveryExchange, log: Logger, error: unknown): void {
  if (error instanceof RequestAbortedError) return;
  if (error instanceof RequestError) {
    const { status, message, errors } = error;
    sendDeliveryProblem(exchange, { status, title: titleOf(status), detail: message, errors, close: status === 413 });
    return;
  }
  log.error({ err: error, url: exchange.target.split('?')[0] }, 'A delivery request failed');
  sendDeliveryProblem(exchange, { status: 500, title: 'This request failed', close: true });
}

function titleOf(status: number): string {
  if (status === 413) return 'The body is too large';
  return status === 414 ? 'The path is too long' : 'The ad request cannot be read';
}
