import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '../../../platform/files/file-store.ts';
import { typeOfName } from '../../../platform/files/type-of-name.ts';
import { corsHeaders } from '../../listener/cors.ts';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { sendNotFound } from '../../listener/send.ts';

const oneRange = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})$/i;

/** Content of known size that can be read from any offset. */
export type Content = {
  /** File name. Its extension defines the type. */
  readonly name: string;
  readonly bytes: number;
  /** Strong ETag, including the quotes. */
  readonly etag: string;
  readonly cacheControl: string;
  /** Name, value, name, value, ... */
  readonly headers?: readonly string[];
  /** Returns null if the content no longer exists. */
  read(range?: ByteRange): Promise<Readable | null>;
};

/** Answers GET or HEAD with the content, the requested range, or 304 if it has not changed (RFC 9110). */
export async function sendContent(exchange: HttpExchange, content: Content): Promise<void> {
  const { response } = exchange;
  const { bytes, etag } = content;
  const headers = [...corsHeaders(exchange), 'cache-control', content.cacheControl, 'etag', etag];
  headers.push('accept-ranges', 'bytes', 'x-content-type-options', 'nosniff', ...(content.headers ?? []));
  headers.push('cross-origin-resource-policy', 'cross-origin');
  if (isKnown(exchange.fields('if-none-match'), etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const asked = isCurrent(exchange.header('if-range'), etag) ? exchange.header('range') : undefined;
  const range = exchange.method === 'GET' ? readRange(asked, bytes) : null;
  if (range === 'unsatisfiable') {
    response.writeHead(416, [...corsHeaders(exchange), 'content-range', `bytes */${bytes}`, 'content-length', '0']);
    response.end();
    return;
  }
  const stream = exchange.method === 'HEAD' || bytes === 0 ? 'none' : await content.read(range ?? undefined);
  if (stream === null) return sendNotFound(exchange);
  const length = range === null ? bytes : range.end - range.start;
  headers.push('content-type', typeOfName(content.name), 'content-length', String(length));
  if (range !== null) headers.push('content-range', `bytes ${range.start}-${range.end - 1}/${bytes}`);
  response.writeHead(range === null ? 200 : 206, headers);
  if (stream === 'none') response.end();
  // A disconnected client is not an error. An interrupted response must not appear complete.
  else await pipeline(stream, response).catch(() => response.destroy());
}

/** If-None-Match uses weak comparison: a proxy may have weakened the ETag. */
function isKnown(tags: string | undefined, etag: string): boolean {
  if (tags === undefined) return false;
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** If-Range uses strong comparison. A date never matches, because these files have none. */
function isCurrent(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}

/**
 * Returns the range of a `Range` field, or null for the complete file, also for several ranges and invalid values, as
 * RFC 9110 (14.2) permits.
 */
function readRange(field: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const match = oneRange.exec(field?.trim() ?? '');
  if (match === null) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') return Number(to) === 0 ? 'unsatisfiable' : whole({ start: Math.max(0, bytes - Number(to)), bytes });
  const start = Number(from);
  if (to !== '' && Number(to) < start) return null;
  if (start >= bytes) return 'unsatisfiable';
  return to === '' ? whole({ start, bytes }) : { start, end: Math.min(bytes, Number(to) + 1) };
}

function whole({ start, bytes }: { readonly start: number; readonly bytes: number }): ByteRange | 'unsatisfiable' {
  return start < bytes ? { start, end: bytes } : 'unsatisfiable';
}
