import { randomBytes } from 'node:crypto';
import { write as writeToFile } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { contentTtlMs } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { type FoundVideo, StoreAwayError } from '../video-cache/video-store.ts';
import {
  decodeShowing,
  documentOf,
  encodePattern,
  encodeShowing,
  keyBytes,
  maxShowingBytes,
  patternHeadBytes,
  patternLength,
  patternOf,
  readUuid,
  writeUuid,
} from './content-record.ts';
import { type ContentFolder, type ContentSegment, createContentSegments } from './content-segments.ts';
import type { ContentStore } from './content-store.ts';

/** Returns the number of written bytes, like `write` of node:fs. */
type Write = (...call: [file: number, bytes: Buffer, from: number, length: number, position: number]) => Promise<{
  readonly bytesWritten: number;
}>;

/** Bytes that are written to a file together. null: no more bytes follow and the file can be closed. */
type Part = { readonly segment: ContentSegment; readonly bytes: Buffer | null; readonly offset: number };

/**
 * Opens the files to which each process appends its documents, and which all processes of this machine read. A file
 * contains the pattern of a document once, and about 100 bytes for each impression. The UUID encodes the location.
 * Documents that arrive during a write are written together afterwards.
 */
export function openContentLog(
  options: ContentFolder & { readonly log: Logger; readonly write?: Write },
): ContentStore {
  const { folder, now, log, write = promisify(writeToFile) } = options;
  const segments = createContentSegments(options);
  let waiting: Part[] = [];
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  /** Error that prevented a document from being stored. */
  let fault: unknown = null;
  let isBroken = false;

  /** Logged once until writing works again. */
  function noteFailure(error: unknown): void {
    if (!isBroken) log.error({ err: error }, 'VAST documents cannot be written and are inlined in the answers');
    isBroken = true;
  }

  function noteSuccess(): void {
    if (isBroken) log.info('VAST documents can be written again');
    isBroken = false;
  }

  function append(segment: ContentSegment, bytes: Buffer): number {
    const offset = segment.bytes;
    waiting.push({ segment, bytes, offset });
    segment.bytes += bytes.length;
    return offset;
  }

  function segmentForMore(): ContentSegment {
    const { segment, ended } = segments.current();
    if (ended !== null) waiting.push({ segment: ended, bytes: null, offset: 0 });
    return segment;
  }

  async function writeAll(parts: readonly Part[]): Promise<void> {
    let failure: unknown = null;
    for (const [segment, ofSegment] of Map.groupBy(parts, (part) => part.segment)) {
      const from = ofSegment[0]?.offset ?? 0;
      const bytes = Buffer.concat(ofSegment.flatMap((part) => part.bytes ?? []));
      try {
        // The error that closed the file has already been logged.
        if (!segment.isOpen) throw new Error('The file was closed after an error');
        if (bytes.length > 0) await writeWhole(write, segment.file, bytes, from);
        if (ofSegment.some((part) => part.bytes === null)) segments.end(segment);
      } catch (error) {
        failure = error;
        if (segment.isOpen) segments.giveUp(segment, bytes.length > 0 && from === 0);
      }
    }
    if (failure === null) return noteSuccess();
    noteFailure(failure);
    throw new StoreAwayError('The content log cannot be written', { cause: failure });
  }

  return {
    keep(vast, trackingPath) {
      const key = randomBytes(keyBytes);
      try {
        const segment = segmentForMore();
        const pattern = patternOf(vast, trackingPath);
        let patternAt = segment.patterns.get(pattern);
        if (patternAt === undefined) {
          patternAt = append(segment, encodePattern(pattern));
          segment.patterns.set(pattern, patternAt);
        }
        const showing = { key, expiresAtMs: now() + contentTtlMs, patternAt, trackingPath };
        const offset = append(segment, encodeShowing(showing));
        return writeUuid({ process: segments.process, segment: segment.number, offset, key });
      } catch (error) {
        fault = error;
        noteFailure(error);
        return writeUuid({ process: segments.process, segment: 0, offset: 0, key });
      }
    },
    written() {
      const cause = fault;
      fault = null;
      if (cause !== null) return Promise.reject(new StoreAwayError('The content log cannot be opened', { cause }));
      if (waiting.length === 0) return next ?? writing;
      next ??= writing
        .catch(() => undefined)
        .then(() => {
          const parts = waiting;
          waiting = [];
          next = null;
          writing = writeAll(parts);
          return writing;
        });
      return next;
    },
    get: (uuid) => find(folder, uuid, now()),
    async close() {
      await (next ?? writing).catch(() => undefined);
      await segments.close();
    },
  };
}

async function writeWhole(write: Write, file: number, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await write(file, bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

const unknown: FoundVideo = { state: 'unknown' };

async function find(folder: string, uuid: string, nowMs: number): Promise<FoundVideo> {
  const { process, segment, offset, key } = readUuid(uuid);
  let file: FileHandle;
  try {
    file = await open(join(folder, String(process), `${segment}.log`));
  } catch (error) {
    if (absent.has(String((error as NodeJS.ErrnoException).code))) return unknown;
    throw new StoreAwayError('The content log cannot be read', { cause: error });
  }
  try {
    const showing = decodeShowing(await readPart(file, offset, maxShowingBytes));
    if (showing === null || !showing.key.equals(key)) return unknown;
    if (showing.expiresAtMs <= nowMs) return { state: 'expired' };
    const length = patternLength(await readPart(file, showing.patternAt, patternHeadBytes));
    if (length === null) return unknown;
    const pattern = await readPart(file, showing.patternAt + patternHeadBytes, length);
    if (pattern.length < length) return unknown;
    return { state: 'there', value: { type: 'xml', text: documentOf(pattern.toString('utf8'), showing.trackingPath) } };
  } finally {
    await file.close();
  }
}

const absent: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);

async function readPart(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
