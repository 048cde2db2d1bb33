import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { type ImageColumn, type ImageColumns, imageColumns } from '../../../core/snapshot/image/image-columns.ts';
import type { SnapshotImage } from '../../../core/snapshot/image/open-image.ts';
import { SnapshotDamagedError, SnapshotFormatError } from '../row-lines.ts';
import {
  type ImageDirectory,
  type ImageSection,
  imageMagic,
  isUsableLayout,
  sectionAlignment,
  trailerBytes,
} from './image-layout.ts';

/** Bytes per read: about 3 ms of hashing, between which the event loop runs. */
const readBytes = 2 * 1024 * 1024;

/**
 * Reads the file of an image into shared memory and verifies it. null: there is none. Throws `SnapshotFormatError` if
 * another version of the program wrote it, `SnapshotDamagedError` if it is not what was written.
 */
export async function readImageBytes(path: string): Promise<SharedArrayBuffer | null> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    return await readVerified(path, handle);
  } finally {
    await handle.close();
  }
}

async function readVerified(path: string, handle: FileHandle): Promise<SharedArrayBuffer> {
  const { size } = await handle.stat();
  if (size < sectionAlignment + trailerBytes) throw new SnapshotDamagedError(`${path} is truncated`);
  const shared = new SharedArrayBuffer(size);
  const bytes = Buffer.from(shared);
  await readAt(path, handle, bytes.subarray(0, sectionAlignment), 0);
  if (bytes.toString('latin1', 0, imageMagic.length) !== imageMagic) {
    throw new SnapshotFormatError(`${path} has another version than ${imageMagic.trim()}`);
  }
  const hash = createHash('sha256');
  const hashedBytes = size - hashBytes;
  const partOf = (from: number) => bytes.subarray(from, Math.min(size, from + readBytes));
  let reading = readAt(path, handle, partOf(0), 0);
  for (let from = 0; from < size; from += readBytes) {
    await reading;
    const next = from + readBytes;
    // The next part is read while this one is hashed.
    reading = next < size ? readAt(path, handle, partOf(next), next) : Promise.resolve();
    reading.catch(() => undefined);
    hash.update(bytes.subarray(from, Math.max(from, Math.min(next, hashedBytes))));
  }
  if (!hash.digest().equals(bytes.subarray(hashedBytes))) {
    throw new SnapshotDamagedError(`${path} does not match its checksum`);
  }
  return shared;
}

const hashBytes = 32;

async function readAt(path: string, handle: FileHandle, into: Buffer, at: number): Promise<void> {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await handle.read(into, done, into.length - done, at + done);
    if (bytesRead === 0) throw new SnapshotDamagedError(`${path} is truncated`);
    done += bytesRead;
  }
}

/**
 * Returns the image in verified bytes without copying them. Throws `SnapshotFormatError` or `SnapshotDamagedError` if it
 * is not that of the base.
 */
export function imageIn(path: string, shared: SharedArrayBuffer, base: string): SnapshotImage {
  const bytes = Buffer.from(shared);
  const trailer = bytes.subarray(bytes.length - trailerBytes);
  const [at, length] = [trailer.readDoubleLE(0), trailer.readDoubleLE(8)];
  const directory = JSON.parse(bytes.toString('utf8', at, at + length)) as ImageDirectory;
  if (!isUsableLayout(directory)) throw new SnapshotFormatError(`${path} has the layout of another version`);
  if (directory.base !== base) throw new SnapshotDamagedError(`${path} belongs to ${directory.base}`);
  return {
    revision: directory.revision,
    builtAtMs: directory.builtAtMs,
    columns: columnsIn(bytes, directory),
    inventory: linesIn(bytes, directory.inventory),
    dictionary: linesIn(bytes, directory.dictionary),
    problems: linesIn(bytes, directory.problems),
    decode: (texts, from, to) => bytes.toString('utf8', texts.byteOffset + from, texts.byteOffset + to),
  };
}

const viewers = {
  f64: (buffer: ArrayBufferLike, { at, bytes }: ImageSection) => new Float64Array(buffer, at, bytes / 8),
  u32: (buffer: ArrayBufferLike, { at, bytes }: ImageSection) => new Uint32Array(buffer, at, bytes / 4),
  u8: (buffer: ArrayBufferLike, { at, bytes }: ImageSection) => new Uint8Array(buffer, at, bytes),
} as const;

function columnsIn({ buffer }: Buffer, { columns }: ImageDirectory): ImageColumns {
  const views = (Object.entries(imageColumns) as [ImageColumn, keyof typeof viewers][]).map(([name, kind]) => [
    name,
    viewers[kind](buffer, columns[name]),
  ]);
  return Object.fromEntries(views) as ImageColumns;
}

function* linesIn<Line>(bytes: Buffer, { at, bytes: length }: ImageSection): Generator<Line> {
  const text = bytes.subarray(at, at + length);
  for (let from = 0; from < length; ) {
    const to = text.indexOf('\n', from);
    yield JSON.parse(text.toString('utf8', from, to)) as Line;
    from = to + 1;
  }
}
