import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoreLocation } from '../../platform/files/store-location.ts';
import type { ArchivedFile } from './archive-writer.ts';

/** Areas of a store that cannot be recreated: files of creatives and comments, and counted events. */
const areas = ['media', 'html5', 'attachments', 'shared/journal'];

type Content = AsyncIterable<Uint8Array>;

export type StoreFiles = {
  all(): AsyncGenerator<ArchivedFile>;
  put(file: { readonly name: string; readonly bytes: number; content(): Content }): Promise<void>;
  close(): Promise<void>;
};

/** Opens the files of a store by name, for copying them to or from another store. */
export async function openStoreFiles(options: {
  readonly store: StoreLocation;
  readonly dataFolder: string;
}): Promise<StoreFiles> {
  const { store, dataFolder } = options;
  if (store.kind === 'bucket') return inBucket(store, dataFolder);
  const folder = store.folder ?? dataFolder;
  return {
    async *all() {
      for (const area of areas) yield* filesBelow(folder, area);
    },
    put: (file) => writeFileBelow(folder, file),
    close: async () => undefined,
  };
}

/**
 * Yields the complete files below a folder with their relative paths. Files that start with a dot are being written.
 */
export async function* filesBelow(folder: string, below: string): AsyncGenerator<ArchivedFile> {
  const entries = await readdir(join(folder, below), { recursive: true, withFileTypes: true }).catch(emptyWhenAbsent);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (!entry.isFile() || /(?:^|\/)\./.test(name)) continue;
    // A missing file was archived or was not in use.
    const file = await open(path, 'r').catch(nullWhenAbsent);
    if (file === null) continue;
    const { size } = await file.stat();
    yield { name, bytes: size, content: file.createReadStream() };
  }
}

export async function writeFileBelow(
  folder: string,
  { name, content }: { readonly name: string; content(): Content },
): Promise<void> {
  const path = join(folder, name);
  if (relative(folder, path).startsWith('..'))
    throw new Error(`The backup contains a path outside the folder: ${name}`);
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.restoring`;
  await pipeline(Readable.from(content()), createWriteStream(draft, { mode: 0o600, flush: true }));
  await rename(draft, path);
}

async function inBucket(store: Extract<StoreLocation, { kind: 'bucket' }>, dataFolder: string): Promise<StoreFiles> {
  const { openBucketCalls } = await import('../../platform/files/bucket-calls.ts');
  const calls = openBucketCalls(store);
  const prefix = store.prefix === '' ? '' : `${store.prefix}/`;
  return {
    async *all() {
      for (const area of areas) {
        let after: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof calls.list>> = await calls.list({
            prefix: `${prefix}${area}/`,
            kind: 'keys',
            after,
          });
          for (const key of page.entries) {
            const [bytes, content] = [await calls.bytesOf(key), await calls.get(key)];
            if (bytes !== null && content !== null) yield { name: key.slice(prefix.length), bytes, content };
          }
          after = page.next;
        } while (after !== null);
      }
    },
    async put({ name, bytes, content }) {
      const draft = join(dataFolder, 'restoring');
      const hash = createHash('sha256');
      const hashed = async function* () {
        for await (const piece of content()) {
          hash.update(piece);
          yield piece;
        }
      };
      await mkdir(dataFolder, { recursive: true });
      try {
        await pipeline(Readable.from(hashed()), createWriteStream(draft));
        const body = createReadStream(draft);
        const mime = 'application/octet-stream';
        await calls.put({ key: prefix + name, body, bytes, sha256: hash.digest('hex'), mime });
      } finally {
        await rm(draft, { force: true });
      }
    },
    close: async () => calls.close(),
  };
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
