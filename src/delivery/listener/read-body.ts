import type { IncomingMessage } from 'node:http';
import { RequestError } from '../request/request-error.ts';
import type { ByteShare } from './byte-budget.ts';

/**
 * Factor of the limit up to which an oversized body is read and discarded, so that the sender can read the response.
 * Then the connection is destroyed.
 */
const discardFactor = 16;

/** The connection closed before the body was complete. No response can be sent. */
export class RequestAbortedError extends Error {}

/** All bodies together have reached the memory limit. */
export class NoRoomError extends Error {}

/**
 * Returns the complete body. Rejects with a `RequestError` (413) if it exceeds the limit, and with a `NoRoomError` if
 * the given share has no capacity left. The caller releases the share.
 */
export function readBody(request: IncomingMessage, maxBytes: number, share?: ByteShare): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let hasCapacity = true;
    const tooLarge = () =>
      reject(new RequestError({ status: 413, pointer: '', message: `The body is larger than ${maxBytes} bytes` }));

    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      hasCapacity &&= share === undefined || bytes > maxBytes || share.take(chunk.length);
      if (bytes <= maxBytes && hasCapacity) chunks.push(chunk);
      else chunks.length = 0;
      if (!hasCapacity) reject(new NoRoomError('Too many concurrent request bodies'));
      if (bytes > maxBytes * discardFactor) {
        tooLarge();
        request.pause();
      }
    });
    request.on('end', () => {
      if (bytes > maxBytes) tooLarge();
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    request.on('error', (error) => reject(new RequestAbortedError('The request was aborted', { cause: error })));
    request.on('close', () => {
      // Every request emits close. The error with its stack is created only for an incomplete one.
      if (!request.readableEnded) reject(new RequestAbortedError('The request was aborted'));
    });
  });
}
