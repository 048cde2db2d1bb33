import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { DeliverySource } from '../../../management/resources/segment/delivery-source.ts';
import { createLineSplitter, type LineSink } from '../../../platform/csv/line-splitter.ts';
import { DeliveryFault } from './delivery-fault.ts';
import type { DeliveredFile } from './manifest.ts';
import type { Throttle } from './throttle.ts';

/** Maximum number of lines per delivery. */
export const maxDeliveryRows = 100_000_000;

/**
 * Streams a file line by line, and checks that it matches its manifest and does not change during reading.
 * @param at its path relative to the location of the connection
 */
export async function readFileLines(
  source: DeliverySource,
  { at, file }: { readonly at: string; readonly file: DeliveredFile },
  sink: LineSink,
  rests: Throttle,
): Promise<void> {
  const before = await source.stat(at);
  if (before === null) throw new DeliveryFault('file_missing', `${file.path} does not exist`);
  if (before.bytes !== file.bytes) {
    throw new DeliveryFault(
      'file_size_differs',
      `${file.path} has ${before.bytes} bytes, the manifest states ${file.bytes}`,
    );
  }
  const stream = await source.open(at);
  if (stream === null) throw new DeliveryFault('file_missing', `${file.path} does not exist`);
  const hash = createHash('sha256');
  const lines = createLineSplitter(sink, {
    maxLines: maxDeliveryRows,
    onTooMany: () => {
      throw new DeliveryFault('too_many_rows', `more than ${maxDeliveryRows} rows`);
    },
  });
  for await (const chunk of unzipped(stream, file, hash)) {
    lines.push(chunk as Buffer);
    await rests.rest();
  }
  const count = lines.end();
  if (file.sha256 !== null && hash.digest('hex') !== file.sha256) {
    throw new DeliveryFault('hash_differs', `the sha256 of ${file.path} differs from the manifest`);
  }
  const after = await source.stat(at);
  if (after?.tag !== before.tag) {
    const code = (after?.bytes ?? 0) > before.bytes ? 'file_grew' : 'file_changed';
    throw new DeliveryFault(code, `${file.path} changed while it was read`);
  }
  const heads = file.format === 'csv' ? [count, count - 1] : [count];
  if (file.rows !== null && !heads.includes(file.rows)) {
    throw new DeliveryFault('rows_differ', `${file.path} has ${count} lines, the manifest states ${file.rows} rows`);
  }
}

async function* unzipped(stream: Readable, file: DeliveredFile, hash: Hash): AsyncIterable<Buffer> {
  const raw = checked(stream, file, hash);
  if (!file.isGzip) return yield* raw;
  const gunzip = createGunzip();
  const fed = pipeline(raw, gunzip);
  // An error here also makes the reading below fail.
  fed.catch(() => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
    await fed;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new DeliveryFault('gzip_broken', `${file.path} is not a complete gzip file`);
  } finally {
    gunzip.destroy();
    stream.destroy();
  }
}

async function* checked(stream: Readable, file: DeliveredFile, hash: Hash): AsyncIterable<Buffer> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > file.bytes) throw new DeliveryFault('file_grew', `${file.path} grew while it was read`);
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
}
