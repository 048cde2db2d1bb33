/*
 * Logs of ad requests.
 *
 * - `read-log.ts`: reads a file in any format, line by line. `log-formats.ts`: the formats. `logged-call.ts`: the
 *   common form of entries.
 * - `parse-access-line.ts`: common and combined log format. `parse-json-line.ts`: JSON lines, of access logs and auctions.
 *   `parse-har.ts`: HAR files. `log-time.ts`: times.
 */

import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { createLineSplitter } from '../../../platform/csv/line-splitter.ts';
import { ExplainedError } from '../../../platform/log/explained-error.ts';
import type { LogFormat } from './log-formats.ts';
import type { LogContent, LogEntry } from './logged-call.ts';
import { parseAccessLine } from './parse-access-line.ts';
import { parseHar } from './parse-har.ts';
import { isBidRequest, parseAuction, parseFields, parseJsonCall } from './parse-json-line.ts';

/** Largest HAR file. It is one JSON document, which must fit in memory. */
const maxHarBytes = 256 * 1024 * 1024;
/** Longest line. JSON lines may contain responses with the markup of many ads. */
const maxLineCharacters = 4 * 1024 * 1024;
/** Bytes from which the format is detected. */
const sampleBytes = 64 * 1024;
const chunkBytes = 256 * 1024;

/** Receives the entries of a log in batches, in their order. */
export type LogReader = (take: (entry: LogEntry) => void) => Promise<{ readonly lines: number }>;

export type OpenedLog = { readonly format: Exclude<LogFormat, 'auto'>; readonly read: LogReader };

/** Opens a log file, plain or compressed with gzip. Lines are read as a stream, so its size is not limited. */
export async function openLog(path: string, chosen: LogFormat): Promise<OpenedLog> {
  const size = await sizeOf(path);
  const isZipped = await beginsAsGzip(path);
  const format = chosen === 'auto' ? detectFormat(path, await readStart(path, isZipped)) : chosen;
  if (format !== 'har') return { format, read: (take) => readLines(path, { isZipped, format, take }) };
  if (size > maxHarBytes) {
    throw new ExplainedError(
      `${path} has ${size} bytes. An HAR file may have at most ${maxHarBytes}. Export it in several parts.`,
    );
  }
  return { format, read: (take) => readHar(path, isZipped, take) };
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ExplainedError(`${path} cannot be read (${error.code ?? error.message}). Enter the path of a log file.`);
  });
  if (!found.isFile()) throw new ExplainedError(`${path} is not a file. Enter the path of a log file.`);
  return found.size;
}

async function beginsAsGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

async function readStart(path: string, isZipped: boolean): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of streamOf(path, isZipped)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= sampleBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, sampleBytes);
}

/** Detects the format from the start of a file. */
export function detectFormat(path: string, start: string): Exclude<LogFormat, 'auto'> {
  if (/\.har(?:\.gz)?$/i.test(path)) return 'har';
  if (/^\s*\{\s*"log"\s*:/.test(start)) return 'har';
  const line = start.split('\n').find((text) => text.trim() !== '') ?? '';
  const fields = line.startsWith('{') ? parseFields(line) : null;
  if (fields === null) return /"imp"\s*:\s*\[/.test(line) ? 'openrtb' : 'access';
  return isBidRequest(fields) || parseAuction(fields) !== null ? 'openrtb' : 'access';
}

async function* streamOf(path: string, isZipped: boolean): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  const stream = isZipped ? file.pipe(createGunzip()) : file;
  if (isZipped) file.on('error', (error) => stream.destroy(error));
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } finally {
    file.destroy();
  }
}

type Reading = {
  readonly isZipped: boolean;
  readonly format: 'access' | 'openrtb';
  readonly take: (entry: LogEntry) => void;
};

async function readLines(path: string, { isZipped, format, take }: Reading): Promise<{ lines: number }> {
  const splitter = createLineSplitter(
    {
      line: (text, line) => {
        if (text.trim() !== '') take({ line, ...readLine(text, format) });
      },
      bad: (line, code) =>
        take({
          line,
          fault: code === 'line_too_long' ? `the line is longer than ${maxLineCharacters} characters` : 'not UTF-8',
        }),
    },
    { maxLines: Number.POSITIVE_INFINITY, onTooMany: neverTooMany, maxLineCharacters },
  );
  for await (const chunk of streamOf(path, isZipped)) splitter.push(chunk);
  return { lines: splitter.end() };
}

function neverTooMany(): never {
  throw new RangeError('The number of lines is not limited');
}

function readLine(text: string, format: 'access' | 'openrtb'): LogContent {
  if (!text.startsWith('{')) {
    if (format === 'openrtb') return { fault: 'not a JSON object' };
    const call = parseAccessLine(text);
    return typeof call === 'string' ? { fault: call } : { call };
  }
  const fields = parseFields(text);
  if (fields === null) return { fault: 'not valid JSON' };
  if (format === 'openrtb') {
    const auction = parseAuction(fields);
    return auction === null ? { fault: 'no bid request: "imp" is missing' } : { auction };
  }
  const call = parseJsonCall(fields);
  return typeof call === 'string' ? { fault: call } : { call };
}

async function readHar(path: string, isZipped: boolean, take: (entry: LogEntry) => void): Promise<{ lines: number }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of streamOf(path, isZipped)) {
    length += chunk.length;
    if (length > maxHarBytes) throw new ExplainedError(`${path} has more than ${maxHarBytes} bytes of content.`);
    chunks.push(chunk);
  }
  const entries = harEntries(path, Buffer.concat(chunks).toString('utf8'));
  for (const entry of entries) take(entry);
  return { lines: entries.length };
}

function harEntries(path: string, text: string): readonly LogEntry[] {
  try {
    return parseHar(text);
  } catch (error) {
    throw new ExplainedError(`${path}: ${(error as Error).message} Enter --format access or --format openrtb.`);
  }
}
