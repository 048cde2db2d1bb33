import { type FileHandle, open } from 'node:fs/promises';

/** A file that is read in pieces. */
export type FileBytes = {
  readonly size: number;
  /** Reads up to `length` bytes from a position. */
  at(position: number, length: number): Promise<Buffer>;
};

export async function withFileBytes<Result>(path: string, work: (file: FileBytes) => Promise<Result>): Promise<Result> {
  const file = await open(path);
  try {
    return await work({ size: (await file.stat()).size, at: (position, length) => readAt(file, position, length) });
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}
