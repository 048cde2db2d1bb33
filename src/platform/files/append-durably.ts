import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { uploadCheckpointBytes } from '../../core/vocabulary/limits/upload-limits.ts';
import { UploadRefused } from './upload/upload-refused.ts';

export const checksumAlgorithms = ['sha1', 'sha256'] as const;
export type Checksum = { readonly algorithm: (typeof checksumAlgorithms)[number]; readonly digest: Buffer };

export type Append = {
  readonly offset: number;
  readonly content: Readable;
  readonly checksum: Checksum | null;
  /** Maximum final size of the file in bytes. */
  readonly limit: number;
  /** Called with the next size of the file. Throws if the quota does not allow it. */
  requireDiskSpaceFor(bytes: number): void;
  /** Called with the number of bytes from the start that are on disk. */
  acknowledge(receivedBytes: number): Promise<void>;
};

/**
 * Writes the content after the first `offset` bytes of a file. If the sender aborts, the received part is retained
 * unless its checksum could not be verified.
 */
export async function appendDurably(path: string, given: Append): Promise<void> {
  let acknowledged = given.offset;
  const append: Append = {
    ...given,
    async acknowledge(receivedBytes) {
      await given.acknowledge(receivedBytes);
      acknowledged = receivedBytes;
    },
  };
  const file = await open(path, 'a');
  try {
    // Bytes after the last acknowledgement before a crash were never acknowledged.
    await file.truncate(append.offset);
    await (append.checksum === null ? writeAsItComes(file, append) : writeIfRight(file, append, append.checksum));
  } catch (error) {
    // Unacknowledged bytes would use space that no quota counts.
    await file.truncate(acknowledged).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

async function writeAsItComes(file: FileHandle, append: Append): Promise<void> {
  let received = append.offset;
  let acknowledged = received;
  const acknowledge = async () => {
    if (received === acknowledged) return;
    await file.datasync();
    await append.acknowledge(received);
    acknowledged = received;
  };
  try {
    for await (const chunk of chunksOf(append)) {
      await file.writeFile(chunk);
      received += chunk.length;
      if (received - acknowledged >= uploadCheckpointBytes) await acknowledge();
    }
  } finally {
    await acknowledge();
  }
}

async function writeIfRight(file: FileHandle, append: Append, { algorithm, digest }: Checksum): Promise<void> {
  const hash = createHash(algorithm);
  let received = append.offset;
  for await (const chunk of chunksOf(append)) {
    await file.writeFile(chunk);
    hash.update(chunk);
    received += chunk.length;
  }
  if (!hash.digest().equals(digest)) throw new UploadRefused('checksum');
  await file.datasync();
  await append.acknowledge(received);
}

/** The request stays open if it exceeds the announced size, so that the sender receives an error. */
async function* chunksOf({ content, offset, limit, requireDiskSpaceFor }: Append): AsyncGenerator<Buffer> {
  let received = offset;
  for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > limit) throw new UploadRefused('too_long');
    requireDiskSpaceFor(received);
    yield chunk;
  }
}
