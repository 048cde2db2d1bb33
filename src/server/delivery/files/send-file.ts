import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { corsHeaders } from '../listener/cors.ts';
import type { HttpExchange } from '../listener/http-exchange.ts';
import { sendMethodNotAllowed, sendNotFound } from '../listener/send.ts';

const typeOfExtension: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

export type FileAnswer = {
  readonly path: string;
  readonly cacheControl: string;
  /** Strong tag; without it one is made of size and time of the file. */
  readonly etag?: string;
  readonly headers?: readonly string[];
};

/** Sends a file that lies at a path which the caller has made sure of. */
export async function sendFile(exchange: HttpExchange, answer: FileAnswer): Promise<void> {
  const { request } = exchange;
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendMethodNotAllowed(exchange, 'GET, HEAD');
  const file = await openIfPresent(answer.path);
  if (file === null) return sendNotFound(exchange);
  try {
    await sendOpenFile(exchange, answer, file);
  } finally {
    await file.close();
  }
}

async function sendOpenFile(exchange: HttpExchange, answer: FileAnswer, file: FileHandle): Promise<void> {
  const { request, response } = exchange;
  const { size, mtimeMs, isFile } = await file.stat().then((stat) => ({
    size: stat.size,
    mtimeMs: Math.floor(stat.mtimeMs),
    isFile: stat.isFile(),
  }));
  if (!isFile) return sendNotFound(exchange);
  const etag = answer.etag ?? `"${size.toString(36)}-${mtimeMs.toString(36)}"`;
  const headers = ['cache-control', answer.cacheControl, 'etag', etag, ...(answer.headers ?? [])];
  headers.push('x-content-type-options', 'nosniff', 'cross-origin-resource-policy', 'cross-origin');
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) {
    response.writeHead(304, [...corsHeaders(exchange), ...headers]);
    response.end();
    return;
  }
  headers.push('content-type', typeOfExtension[extname(answer.path).toLowerCase()] ?? 'application/octet-stream');
  if (request.method === 'HEAD' || size === 0) {
    response.writeHead(200, [...corsHeaders(exchange), ...headers, 'content-length', String(size)]);
    response.end();
    return;
  }
  response.writeHead(200, [...corsHeaders(exchange), ...headers, 'content-length', String(size)]);
  // Not beyond the size that was announced, should the file have grown; a reader that goes away is no error of ours.
  await pipeline(file.createReadStream({ end: size - 1, autoClose: false }), response).catch(() => response.destroy());
}

async function openIfPresent(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENAMETOOLONG') return null;
    throw error;
  }
}

/** Answers an address without a body, such as a redirect inside our own pages. */
export function sendSeeOther(exchange: HttpExchange, location: string): void {
  exchange.send({ status: 302, headers: ['location', location, 'cache-control', 'no-store'] });
}
