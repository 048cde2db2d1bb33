import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl';
import {
  maxArchiveBytes,
  maxArchiveDepth,
  maxArchiveEntries,
  maxArchiveFileBytes,
  maxArchiveFiles,
  maxArchiveRatio,
} from '../../core/vocabulary/limits/archive-limits.ts';
import { archiveFileName } from '../files/archive-name.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { isAllowedType, isWhatItIsNamed } from './archive-types.ts';

export type ArchiveFile = {
  /** Path in the archive. */
  readonly path: string;
  /** The path as a name of the file store. */
  readonly name: string;
  readonly content: Buffer;
};

/** Size below which the compression ratio is not checked. A page of blanks may compress well. */
const ratioMattersBytes = 1024 * 1024;

/**
 * Unpacks a zip in memory within limits. Declared sizes are not trusted: bytes are counted while unpacking. Throws an
 * `ArchiveProblem` for any faulty file. Source: docs/decisions/0064-html5-origin.md.
 */
export async function unpackArchive(upload: Buffer): Promise<readonly ArchiveFile[]> {
  // Data before the first entry would make it a file of two types.
  if (upload.toString('latin1', 0, 4) !== 'PK\x03\x04') throw broken('is not a zip file');
  try {
    const zip = await fromBufferPromise(upload, { lazyEntries: true, decodeStrings: false });
    if (zip.entryCount > maxArchiveEntries) throw tooMany();
    return await unpackAll(zip, upload.length);
  } catch (error) {
    if (error instanceof ArchiveProblem) throw error;
    throw broken('is damaged or inconsistent', error);
  }
}

async function unpackAll(zip: ZipFile, zipBytes: number): Promise<readonly ArchiveFile[]> {
  const mostBytes = Math.min(maxArchiveBytes, Math.max(ratioMattersBytes, zipBytes * maxArchiveRatio));
  const files: ArchiveFile[] = [];
  const folded = new Set<string>();
  let bytes = 0;
  let entries = 0;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    if (entries > maxArchiveEntries) throw tooMany();
    const path = pathOf(entry);
    if (path === null) continue;
    const name = requireName(path);
    const key = name.toLowerCase();
    if (folded.has(key)) throw new ArchiveProblem('duplicate_name', `contains ${shown(path)} twice`);
    folded.add(key);
    if (files.length >= maxArchiveFiles) throw tooMany();
    if (!isAllowedType(name))
      throw new ArchiveProblem('type_not_allowed', `contains ${shown(path)}, whose type is not allowed`);
    const content = await contentOf(zip, entry, Math.min(maxArchiveFileBytes, mostBytes - bytes));
    if (!isWhatItIsNamed(name, content)) {
      throw new ArchiveProblem('wrong_content', `contains ${shown(path)}, whose content does not match its extension`);
    }
    bytes += content.length;
    files.push({ path, name, content });
  }
  return files;
}

/** Files of the operating system of the packer: Finder folder, hidden files, thumbnails. */
const leftOut = /(?:^|\/)(?:__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)/i;
const typeBits = 0o170000;
const regularFile = 0o100000;
const folder = 0o040000;

/** null: a folder, or an omitted file. */
function pathOf(entry: Entry): string | null {
  if (entry.isEncrypted()) throw new ArchiveProblem('encrypted_zip', 'is encrypted');
  // Raw, so that invalid names get a Placard error code instead of the message of the library.
  const raw = entry.fileName as unknown as Buffer;
  const path = getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, true);
  const type = (entry.externalFileAttributes >>> 16) & typeBits;
  if (type !== 0 && type !== regularFile && type !== folder) {
    throw new ArchiveProblem('link_in_zip', `contains ${shown(path)}, which is a link or a device`);
  }
  if (validateFileName(path) !== null) throw unsafe(path);
  return path.endsWith('/') || leftOut.test(path) ? null : path;
}

function requireName(path: string): string {
  const name = archiveFileName(path);
  if (name === null || path.split('/').length > maxArchiveDepth + 1) throw unsafe(path);
  return name;
}

async function contentOf(zip: ZipFile, entry: Entry, mostBytes: number): Promise<Buffer> {
  if (entry.uncompressedSize > mostBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stream = await zip.openReadStreamPromise(entry);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the stream.
    if (bytes > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

function broken(message: string, cause?: unknown): ArchiveProblem {
  return new ArchiveProblem('broken_zip', message, { cause });
}

function tooMany(): ArchiveProblem {
  return new ArchiveProblem('too_many_files', `must have at most ${maxArchiveFiles} files`);
}

function tooLarge(): ArchiveProblem {
  return new ArchiveProblem(
    'too_large',
    `must unpack to at most ${maxArchiveBytes} bytes, ${maxArchiveFileBytes} in one file and ${maxArchiveRatio} times its own size`,
  );
}

function unsafe(path: string): ArchiveProblem {
  return new ArchiveProblem(
    'unsafe_name',
    `contains ${shown(path)}: a name must stay in its folder, start with a letter, digit or _, and be in at most ${maxArchiveDepth} folders`,
  );
}

function shown(path: string): string {
  return JSON.stringify(path.slice(0, 100).toWellFormed());
}
