import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { sendMethodNotAllowed, sendNotFound } from '../../listener/send.ts';
import { sendContent } from './send-content.ts';

export type FileAnswer = { readonly path: string; readonly cacheControl: string };

/** Sends a file whose path the caller has validated. */
export async function sendStoredFile(exchange: HttpExchange, answer: FileAnswer): Promise<void> {
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return sendMethodNotAllowed(exchange, 'GET, HEAD');
  const file = await openIfPresent(answer.path);
  if (file === null) return sendNotFound(exchange);
  try {
    await sendOpenFile(exchange, answer, file);
  } finally {
    await file.close();
  }
}

async function sendOpenFile(exchange: HttpExchange, answer: FileAnswer, file: FileHandle): Promise<void> {
  const stat = await file.stat();
  if (!stat.isFile()) return sendNotFound(exchange);
  const { size: bytes, mtimeMs } = stat;
  await sendContent(exchange, {
    name: answer.path,
    bytes,
    etag: `"${bytes.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
    cacheControl: answer.cacheControl,
    // Not beyond the announced size, even if the file has grown.
    read: async ({ start, end } = { start: 0, end: bytes }) =>
      bytes === 0 ? Readable.from([]) : file.createReadStream({ start, end: end - 1, autoClose: false }),
  });
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

/** Sends a redirect without a body within the delivery pages. */
export function sendSeeOther(exchange: HttpExchange, location: string): void {
  exchange.send({ status: 302, headers: ['location', location, 'cache-control', 'no-store'] });
}
