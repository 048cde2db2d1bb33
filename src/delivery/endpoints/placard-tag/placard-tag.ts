import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Answer, DeliveryExchange } from '../../listener/exchange.ts';
import { sendMethodNotAllowed, sendNotFound } from '../../listener/send.ts';

/** Path of the tag on the delivery address. Pages contain it, so it never changes. */
export const placardTagEndpoint = 'placard.js';

/** A day after an update, all pages use the new script. Until then, they show the cached one without waiting. */
const cacheControl = 'public, max-age=3600, stale-while-revalidate=86400';

/** Path of the script that reports conversions, which never changes either. */
export const conversionScriptEndpoint = 'conversion.js';

/** Sends a script that pages load. */
export type PageScript = { answer(exchange: DeliveryExchange): void };

/** Reads the files of the program that delivery serves. @param programFolder folder of package.json */
export function readProgramFiles(programFolder = resolve(import.meta.dirname, '../../../..')) {
  return {
    programFolder,
    placardTag: readPageScript(programFolder, placardTagEndpoint),
    conversionScript: readPageScript(programFolder, conversionScriptEndpoint),
  };
}

/**
 * Reads a script that `npm run web` has built. If there is none, the response is 404.
 * @param programFolder folder of package.json
 */
function readPageScript(programFolder: string, name: string): PageScript {
  const answers = answersOf(join(programFolder, 'dist/tag', name));
  return {
    answer(exchange) {
      if (exchange.method !== 'GET' && exchange.method !== 'HEAD') {
        sendMethodNotAllowed(exchange, 'GET, HEAD, OPTIONS');
        return;
      }
      if (answers === null) {
        sendNotFound(exchange);
        return;
      }
      const { encoded, plain, unchanged, etag } = answers;
      if (exchange.header('if-none-match')?.includes(etag) === true) {
        exchange.send(unchanged);
        return;
      }
      const accepted = exchange.fields('accept-encoding') ?? '';
      exchange.send(encoded.find(({ name }) => accepts(accepted, name))?.answer ?? plain);
    },
  };
}

function answersOf(path: string) {
  let script: Buffer;
  let brotli: Buffer;
  try {
    script = readFileSync(path);
    brotli = readFileSync(`${path}.br`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 16)}"`;
  const headers = ['etag', etag, 'cache-control', cacheControl, 'vary', 'Accept-Encoding'];
  const answerWith = (body: Buffer, more: readonly string[]): Answer => ({
    status: 200,
    headers: [
      'content-type',
      'text/javascript; charset=utf-8',
      ...headers,
      'x-content-type-options',
      'nosniff',
      ...more,
    ],
    body: body.toString('latin1'),
    latin1: true,
  });
  return {
    etag,
    plain: answerWith(script, []),
    unchanged: { status: 304, headers } satisfies Answer,
    encoded: [
      { name: 'br', answer: answerWith(brotli, ['content-encoding', 'br']) },
      { name: 'gzip', answer: answerWith(gzipSync(script), ['content-encoding', 'gzip']) },
    ],
  };
}

/** Returns whether a client accepts an encoding: it is listed, and not with a quality of 0. */
function accepts(header: string, encoding: string): boolean {
  return header
    .toLowerCase()
    .split(',')
    .some((entry) => new RegExp(`^\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*$)|$)`).test(entry));
}
