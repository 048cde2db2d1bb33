import fs, { constants } from 'node:fs';
import { type FileHandle, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../../../platform/durable/sync-folder.ts';
import { segmentNumbers } from '../journal-segments.ts';

/** The used part of a file. Tests inject a failing one. */
export type SegmentFile = Pick<FileHandle, 'datasync' | 'close'> & {
  write(bytes: Uint8Array, offset: number, length: number): Promise<{ readonly bytesWritten: number }>;
};

const openDescriptor = promisify(fs.open);
const closeDescriptor = promisify(fs.close);
const appendNew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND;

/**
 * Creates a segment. Fails if the file exists: two processes never append to one segment. Uses the descriptor directly,
 * because a call through a `FileHandle` takes 15 us more, twice per batch.
 */
export async function createSegmentFile(path: string): Promise<SegmentFile> {
  const descriptor = await openDescriptor(path, appendNew, 0o666);
  return {
    write: (bytes, offset, length) =>
      new Promise((resolve, reject) => {
        fs.write(descriptor, bytes, offset, length, null, (error, bytesWritten) => {
          if (error === null) resolve({ bytesWritten });
          else reject(error);
        });
      }),
    datasync: () =>
      new Promise((resolve, reject) => {
        fs.fdatasync(descriptor, (error) => {
          if (error === null) resolve();
          else reject(error);
        });
      }),
    close: () => closeDescriptor(descriptor),
  };
}

/** Creates the folder of a process durably and returns the number after its newest segment. */
export async function prepareSegmentFolder(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  await syncFolder(dirname(folder));
  await syncFolder(dirname(dirname(folder)));
  return ((await segmentNumbers(folder)).at(-1) ?? 0) + 1;
}

/** Writes all bytes up to this length. */
export async function writeWhole(file: SegmentFile, bytes: Uint8Array, length = bytes.length): Promise<void> {
  for (let written = 0; written < length; ) {
    const { bytesWritten } = await file.write(bytes, written, length - written);
    if (bytesWritten === 0) throw new Error('The file accepts no more bytes');
    written += bytesWritten;
  }
}

export async function closeAndRemove(file: SegmentFile, path: string): Promise<void> {
  // The first error is reported. This file contains no acknowledged record.
  await file.close().catch(() => undefined);
  await rm(path, { force: true }).catch(() => undefined);
}
