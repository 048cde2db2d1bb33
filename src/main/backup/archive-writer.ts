import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '../../platform/durable/sync-folder.ts';
import { tarBlockBytes, tarHeader, tarPadding } from './tar.ts';

export type ArchivedFile = {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** Writes a `.tar.gz` for its owner's eyes alone, which is there whole or not at all. */
export async function writeArchive(path: string, files: AsyncIterable<ArchivedFile>): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await pipeline(Readable.from(tarOf(files)), createGzip(), createWriteStream(partial, { mode: 0o600 }));
    const file = await open(partial, 'r');
    await file.sync().finally(() => file.close());
    await rename(partial, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function* tarOf(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes, content } of files) {
    yield tarHeader({ name, bytes });
    let left = bytes;
    // A file that is still written to is taken as it was when it was found.
    for await (const chunk of content) {
      const part = chunk.subarray(0, left);
      if (part.length > 0) yield part;
      left -= part.length;
    }
    if (left > 0) throw new Error(`${name} became shorter while it was read`);
    yield tarPadding(bytes);
  }
  yield Buffer.alloc(2 * tarBlockBytes);
}
