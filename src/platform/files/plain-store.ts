import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../durable/write-durably.ts';
import type { BucketCalls } from './bucket-calls.ts';
import type { StoreLocation } from './store-location.ts';

/**
 * Named objects that hosts exchange, in the folder or bucket of the file store. Small enough to be held in memory.
 * Objects can be overwritten.
 */
export type PlainStore = {
  put(name: string, content: Buffer): Promise<void>;
  /** null: not found. */
  get(name: string): Promise<Buffer | null>;
  /** Names in a folder. */
  list(folder: string): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
};

/** Common folder of all objects, separate from files of creatives. */
const area = 'shared';
/** Timeout after which a store counts as unavailable. */
const answerMs = 8_000;

export function openPlainStore(options: { readonly store: StoreLocation; readonly dataFolder: string }): PlainStore {
  const { store, dataFolder } = options;
  if (store.kind === 'folder') return inFolder(join(store.folder ?? dataFolder, area));
  const prefix = store.prefix === '' ? `${area}/` : `${store.prefix}/${area}/`;
  let opened: Promise<BucketCalls> | null = null;
  const inTime = async <Result>(work: (calls: BucketCalls) => Promise<Result>): Promise<Result> => {
    opened ??= import('./bucket-calls.ts').then(({ openBucketCalls }) => openBucketCalls(store));
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('The store does not respond')), answerMs);
    try {
      return await Promise.race([opened.then(work), late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    put: (name, body) =>
      inTime((calls) => {
        const sha256 = createHash('sha256').update(body).digest('hex');
        const mime = 'application/octet-stream';
        return calls.put({ key: prefix + name, body, bytes: body.length, sha256, mime });
      }),
    get: (name) =>
      inTime(async (calls) => {
        const content = await calls.get(prefix + name);
        return content === null ? null : Buffer.concat(await content.toArray());
      }),
    async list(folder) {
      const names: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<BucketCalls['list']>> = await inTime((calls) =>
          calls.list({ prefix: `${prefix}${folder}/`, kind: 'keys', after }),
        );
        names.push(...page.entries.map((key) => key.slice(prefix.length)));
        after = page.next;
      } while (after !== null);
      return names;
    },
    remove: (name) => inTime((calls) => calls.remove(prefix + name)),
    async close() {
      if (opened !== null) (await opened).close();
    },
  };
}

function inFolder(folder: string): PlainStore {
  return {
    async put(name, content) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await replaceFile(path, content);
    },
    get: (name) => readFile(join(folder, name)).catch(nullIfMissing),
    async list(inside) {
      const names = await readdir(join(folder, inside)).catch(nullIfMissing);
      // Names that start with a dot are incomplete.
      return (names ?? []).filter((name) => !name.startsWith('.')).map((name) => `${inside}/${name}`);
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    close: async () => undefined,
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
