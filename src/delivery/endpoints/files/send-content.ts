import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '../../../platform/files/file-store.ts';
import { typeOfName } from '../../../platform/files/type-of-name.ts';
import { corsHeaders } from '../../listener/cors.ts';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { sendNotFound } from '../../listener/send.ts';

const oneRange = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})$/i;

/** Something of known size that can be read from anywhere. */
export type Content = {
  /** Its extension says the type. */
  readonly name: string;
  readonly bytes: number;
  /** Strong: with the quotes. */
  readonly etag: string;
  readonly cacheControl: string;
  /** Name, value, name, value, ... */
  readonly headers?: readonly string[];
  /** Null: it has gone meanwhile. */
  read(range?: ByteRange): Promise<Readable | null>;
};

/** Answers GET or HEAD with the content, the range of it that was asked for, or that it has not changed (RFC 9110). */
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
  // A reader that goes away is no error of ours, and what breaks in the middle must not look whole.
  else await pipeline(stream, response).catch(() => response.destroy());
}

/** If-None-Match compares weakly: a proxy may have weakened the tag. */
function isKnown(tags: string | undefined, etag: string): boolean {
  if (tags === undefined) return false;
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** If-Range compares strongly; a date says nothing, since no file of ours has one. */
function isCurrent(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}

/**
 * The range that a `Range` field asks for, of so many bytes. Null: the whole, also for several ranges and for what
 * cannot be read, as RFC 9110 (14.2) allows.
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
