import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../sync-folder.ts';

/** Where files are written until they are complete; no address leads there. */
const incomingFolder = '.incoming';
/** A file still incoming after this long was left by a crash. */
const abandonedMs = 60 * 60 * 1000;

const sha256Pattern = /^[0-9a-f]{64}$/;
const fileNamePattern = /^[a-z0-9](?:[a-z0-9_-]{0,79})\.(?:png|jpg|gif|webp)$/;

export type StoredFile = {
  /** Below the delivery address: `media/<sha256>/<file name>`. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** False when the same file was there already. */
  readonly created: boolean;
};

/** The folder of creatives' files, addressed by their content: a file never changes, so it can be cached for ever. */
export type MediaFolder = {
  /** The file is on disk, whole, when it resolves. */
  store(content: Buffer, fileName: string): Promise<StoredFile>;
  remove(file: Pick<StoredFile, 'path'>): Promise<void>;
};

export function openMediaFolder(folder: string): MediaFolder {
  return {
    store: (content, fileName) => store(folder, content, fileName),
    async remove({ path }) {
      const [, sha256 = '', fileName = ''] = path.split('/');
      const absolute = mediaFilePath(folder, sha256, fileName);
      if (absolute === null) throw new Error(`${path} is no file of the media folder`);
      await rm(absolute, { force: true });
      await rmdir(join(folder, sha256)).catch(ignoreUnlessEmpty);
    },
  };
}

/** The file of `/media/<sha256>/<file name>`; null unless both are names that we give. */
export function mediaFilePath(folder: string, sha256: string, fileName: string): string | null {
  return sha256Pattern.test(sha256) && fileNamePattern.test(fileName) ? join(folder, sha256, fileName) : null;
}

/** A file name that says what the file is and needs no escaping in an address, from whatever the client called it. */
export function safeFileName(clientName: string, extension: string): string {
  const base = clientName
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, 60)
    .replace(/[-_]+$/, '');
  return `${base === '' ? 'file' : base}.${extension}`;
}

/** Where the content will lie when it is stored under this name. */
export function describeFile(content: Buffer, fileName: string): Omit<StoredFile, 'created'> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path: `media/${sha256}/${fileName}`, sha256, bytes: content.length };
}

async function store(folder: string, content: Buffer, fileName: string): Promise<StoredFile> {
  const file = describeFile(content, fileName);
  const { sha256 } = file;
  const absolute = mediaFilePath(folder, sha256, fileName);
  if (absolute === null) throw new Error(`${fileName} is no name for a file of the media folder`);
  if (await hasSize(absolute, content.length)) return { ...file, created: false };
  const incoming = join(folder, incomingFolder);
  await mkdir(incoming, { recursive: true });
  await removeAbandoned(incoming);
  const draft = join(incoming, `${process.pid}-${randomBytes(8).toString('hex')}`);
  try {
    await writeDurably(draft, content);
    await mkdir(join(folder, sha256), { recursive: true });
    await rename(draft, absolute);
  } catch (error) {
    await rm(draft, { force: true });
    await rmdir(join(folder, sha256)).catch(ignoreUnlessEmpty);
    throw error;
  }
  await syncFolder(join(folder, sha256));
  await syncFolder(folder);
  return { ...file, created: true };
}

async function hasSize(path: string, bytes: number): Promise<boolean> {
  try {
    return (await stat(path)).size === bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What a crash left half-written goes with the next upload. */
async function removeAbandoned(incoming: string): Promise<void> {
  const before = Date.now() - abandonedMs;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < before) await rm(path, { force: true });
  }
}

/** A folder that another file of the same content lies in stays, and one that is not there is gone. */
function ignoreUnlessEmpty(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
}
