import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { RemovedRows } from '../../core/snapshot/snapshot-changes.ts';
import { writePieces } from '../../platform/durable/write-durably.ts';
import { createBatchReader, createLineWriter } from './batch-lines.ts';
import { type RowBatch, type RowKind, rowKinds } from './row-batch.ts';

/**
 * A row file consists of lines of JSON: a header, rows of one kind per line, and an end with their number and the
 * SHA-256 of all preceding lines. Both sides process it line by line, independent of its size.
 */
export type RowFileHeader = {
  readonly version: number;
  readonly lineage: string;
  readonly revision: number;
  readonly builtAtMs: number;
  /** Only in a delta: the revision that it follows. */
  readonly from?: number;
  readonly removed?: RemovedRows;
};

type RowFileEnd = { readonly end: { readonly counts: Readonly<Record<string, number>>; readonly sha256: string } };

/** Incremented when current readers could not use the rows. Files of other versions are skipped. */
export const rowFileVersion = 2;

/** A file that differs from what was written: truncated, changed, or of another version. */
export class SnapshotDamagedError extends Error {}

/** A file whose rows this program cannot read, because another version wrote it. */
export class SnapshotFormatError extends SnapshotDamagedError {}

const writeBytes = 256 * 1024;
const readBytes = 256 * 1024;
const lineEnd = 10;

/** Writes a row file under a name derived from its checksum. */
export async function writeRowFile(
  folder: string,
  file: {
    readonly header: Omit<RowFileHeader, 'version'>;
    readonly batches: Iterable<RowBatch> | AsyncIterable<RowBatch>;
    nameOf(checksum: string): string;
  },
): Promise<{ readonly name: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  const counts: Partial<Record<RowKind, number>> = {};
  const lineOf = createLineWriter();
  let bytes = 0;
  async function* chunks(): AsyncGenerator<Buffer> {
    let text = `${JSON.stringify({ version: rowFileVersion, ...file.header })}\n`;
    for await (const batch of file.batches) {
      counts[batch.kind] = (counts[batch.kind] ?? 0) + batch.rows.length;
      text += `${lineOf(batch)}\n`;
      if (text.length < writeBytes) continue;
      yield hashed(text);
      text = '';
    }
    yield hashed(text);
    const end: RowFileEnd = { end: { counts, sha256: hash.copy().digest('hex') } };
    yield Buffer.from(`${JSON.stringify(end)}\n`);
  }
  function hashed(text: string): Buffer {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    bytes += chunk.length;
    return chunk;
  }
  const name = await writePieces(folder, chunks(), () => file.nameOf(hash.digest('hex')));
  return { name, bytes };
}

/**
 * Yields the rows of a file line by line. Use them only if it ends without throwing `SnapshotDamagedError`, because the
 * checksum is at the end.
 */
export async function* readRowFile(
  path: string,
  expected: { readonly lineage: string; readonly revision: number },
): AsyncGenerator<RowBatch, RowFileHeader> {
  const hash = createHash('sha256');
  const counts: Partial<Record<RowKind, number>> = {};
  const batchOf = createBatchReader();
  let header: RowFileHeader | null = null;
  let ended = false;
  for await (const { text, ends } of readLines(path)) {
    let from = 0;
    for (const to of ends) {
      if (ended) throw new SnapshotDamagedError(`${path} continues after its end`);
      const line = text.subarray(from, to);
      if (header === null) {
        header = parsed(path, line, (json) => headerOf(path, JSON.parse(json), expected));
      } else if (line.subarray(0, endMark.length).equals(endMark)) {
        hash.update(text.subarray(0, from));
        const { end } = parsed(path, line, (json) => JSON.parse(json) as RowFileEnd);
        checkEnd(path, end, { counts, sha256: hash.digest('hex') });
        ended = true;
      } else {
        const batch = parsed(path, line, batchOf);
        if (batch === null) throw new SnapshotFormatError(`${path} has a line that is not rows`);
        counts[batch.kind] = (counts[batch.kind] ?? 0) + batch.rows.length;
        yield batch;
      }
      from = to + 1;
    }
    // Hashing large pieces is faster than line by line.
    if (!ended) hash.update(text.subarray(0, from));
  }
  if (!ended || header === null) throw new SnapshotDamagedError(`${path} is truncated`);
  return header;
}

const endMark = Buffer.from('{"end":');

/** Complete lines with their end offsets. */
type Lines = { readonly text: Buffer; readonly ends: readonly number[] };

/** Yields the lines of a file in batches. The next batch is read while the current one is processed. */
async function* readLines(path: string): AsyncGenerator<Lines> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new SnapshotDamagedError(`${path} does not exist`) : error;
  });
  const readNext = () => {
    const reading = handle.read(Buffer.allocUnsafeSlow(readBytes), 0, readBytes);
    // Prevents an unhandled rejection. The consumer of the promise receives the error, if there is one.
    reading.catch(() => undefined);
    return reading;
  };
  let reading = readNext();
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const { bytesRead, buffer } = await reading;
      if (bytesRead === 0) break;
      reading = readNext();
      const piece = buffer.subarray(0, bytesRead);
      if (!piece.includes(lineEnd)) {
        rest = Buffer.concat([rest, piece]);
        continue;
      }
      const text = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const ends: number[] = [];
      for (let to = text.indexOf(lineEnd); to !== -1; to = text.indexOf(lineEnd, to + 1)) ends.push(to);
      rest = text.subarray((ends.at(-1) ?? -1) + 1);
      yield { text, ends };
    }
    if (rest.length > 0) throw new SnapshotDamagedError(`${path} is truncated`);
  } finally {
    await reading.catch(() => undefined);
    await handle.close();
  }
}

function headerOf(path: string, value: unknown, expected: { lineage: string; revision: number }): RowFileHeader {
  const header = value as Partial<RowFileHeader> | null;
  if (header?.version !== rowFileVersion) throw new SnapshotFormatError(`${path} has version ${header?.version}`);
  if (header.lineage !== expected.lineage || header.revision !== expected.revision) {
    throw new SnapshotDamagedError(`${path} does not match its name`);
  }
  return header as RowFileHeader;
}

function checkEnd(path: string, end: RowFileEnd['end'], found: RowFileEnd['end']): void {
  const kinds = rowKinds.filter((kind) => end.counts[kind] !== found.counts[kind]);
  if (end.sha256 !== found.sha256 || kinds.length > 0)
    throw new SnapshotDamagedError(`${path} does not match its checksum`);
}

function parsed<Value>(path: string, line: Buffer, parse: (text: string) => Value): Value {
  try {
    return parse(line.toString('utf8'));
  } catch (error) {
    if (error instanceof SnapshotDamagedError) throw error;
    throw new SnapshotDamagedError(`${path} has an unreadable line`, { cause: error });
  }
}
