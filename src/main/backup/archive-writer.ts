import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { syncFolder } from '../../platform/durable/sync-folder.ts';

export type ArchivedFile = {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

const mode = 0o600;

/** Writes a `.tar.gz` that only its owner can read. The file appears complete or not at all. */
export async function writeArchive(path: string, files: AsyncIterable<ArchivedFile>): Promise<void> {
  const partial = `${path}.partial`;
  const archive = pack();
  try {
    await Promise.all([
      pipeline(archive, createGzip(), createWriteStream(partial, { mode })),
      addFiles(archive, files).catch((error: unknown) => {
        archive.destroy(error as Error);
        throw error;
      }),
    ]);
    const file = await open(partial, 'r');
    await file.sync().finally(() => file.close());
    await rename(partial, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function addFiles(archive: Pack, files: AsyncIterable<ArchivedFile>): Promise<void> {
  for await (const file of files) {
    await pipeline(contentOf(file), archive.entry({ name: file.name, size: file.bytes, mode }));
  }
  archive.finalize();
}

/** A file that is still being written is archived with the length at which it was found. */
async function* contentOf({ name, bytes, content }: ArchivedFile): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of content) {
    const part = chunk.subarray(0, left);
    if (part.length > 0) yield part;
    left -= part.length;
  }
  if (left > 0) throw new Error(`${name} was truncated during the backup; run the backup again`);
}
