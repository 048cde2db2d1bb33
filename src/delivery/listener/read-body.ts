import type { IncomingMessage } from 'node:http';
import { RequestError } from '../request/request-error.ts';
import type { ByteShare } from './byte-budget.ts';

/** What is read and thrown away beyond the limit, so that the sender gets to read the answer; then the line is cut. */
const discardFactor = 16;

/** The body is over before it was whole: nobody is left to be answered. */
export class RequestAbortedError extends Error {}

/** All bodies together have taken the memory that they may. */
export class NoRoomError extends Error {}

/**
 * The whole body; rejects with a `RequestError` (413) when it is larger than the limit, and with a `NoRoomError` when the
 * share that is given has no room for it. Whoever gives a share gives it back.
 */
export function readBody(request: IncomingMessage, maxBytes: number, share?: ByteShare): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let hasRoom = true;
    const tooLarge = () =>
      reject(new RequestError({ status: 413, pointer: '', message: `The body is larger than ${maxBytes} bytes` }));

    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      hasRoom &&= share === undefined || bytes > maxBytes || share.take(chunk.length);
      if (bytes <= maxBytes && hasRoom) chunks.push(chunk);
      else chunks.length = 0;
      if (!hasRoom) reject(new NoRoomError('Too many bodies at a time'));
      if (bytes > maxBytes * discardFactor) {
        tooLarge();
        request.pause();
      }
    });
    request.on('end', () => {
      if (bytes > maxBytes) tooLarge();
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    request.on('error', (error) => reject(new RequestAbortedError('The request broke off', { cause: error })));
    request.on('close', () => {
      // Every request closes; an error with its stack is made only for one that was not whole.
      if (!request.readableEnded) reject(new RequestAbortedError('The request broke off'));
    });
  });
}
