import { createHash } from 'node:crypto';
import { isFileName, isSha256 } from './file-path.ts';
import type { StoredFile, StoreOptions } from './file-store.ts';

/** Where the content will lie when it is stored under this name. */
export function describeFile(
  content: Buffer,
  fileName: string,
  options: StoreOptions = {},
): Omit<StoredFile, 'created'> {
  return moveFile({ sha256: sha256Of(content), bytes: content.length }, fileName, options);
}

/** The same for content that is known by its hash and size. */
export function moveFile(
  content: { readonly sha256: string; readonly bytes: number },
  fileName: string,
  { area = 'media', under = content.sha256 }: StoreOptions = {},
): Omit<StoredFile, 'created'> {
  requireNames(fileName, under);
  return { path: `${area}/${under}/${fileName}`, sha256: under, bytes: content.bytes };
}

/** Names come from us: a wrong one is our mistake, found before anything is written. */
export function requireNames(fileName: string, under?: string): void {
  if (!isFileName(fileName)) throw new Error(`${fileName} is no name for a file of the store`);
  if (under !== undefined && !isSha256(under)) throw new Error(`${under} is no SHA-256`);
}

export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
