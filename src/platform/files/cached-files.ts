import { join } from 'node:path';
import type { Logger } from 'pino';
import { limitConcurrency } from '../process/limit-concurrency.ts';
import { type CacheFolder, openCacheFolder } from './cache-folder.ts';
import type { FileStore, StoredFileFacts } from './file-store.ts';
import { FileStoreAway } from './file-store.ts';
import { openFileStore } from './open-file-store.ts';
import type { StoreLocation } from './store-location.ts';

/** A file up to this size is fetched before its first reader gets any of it; a larger one is handed through meanwhile. */
const wholeBytes = 8 * 1024 * 1024;
/** A file that takes more of the folder than this part of it would drive out too many others. */
const maxPartOfFolder = 1 / 4;
/** Files that are fetched at the same time by one process. */
const maxFetches = 8;
/** Sizes that are remembered of files that are not kept: each is some 200 bytes. */
const maxSizes = 10_000;
/** After a failure nobody waits for the bucket for so long. */
const restMs = 1_000;

export type CacheOptions = {
  readonly store: StoreLocation;
  readonly storeCacheBytes: number;
  readonly dataFolder: string;
};

/** The configured store for those who only read: of a bucket, the files that were asked for last are kept on this machine. */
export function openCachedFiles(config: CacheOptions, log: Logger, now: () => number): FileStore {
  const store = openFileStore(config);
  if (config.store.kind === 'folder') return store;
  const folder = openCacheFolder({ folder: join(config.dataFolder, 'store-cache'), maxBytes: config.storeCacheBytes });
  return keepFiles(store, { folder, maxFileBytes: config.storeCacheBytes * maxPartOfFolder, log, now });
}

type Keeping = {
  readonly folder: CacheFolder;
  readonly maxFileBytes: number;
  readonly log: Logger;
  readonly now: () => number;
};

/** Files never change, so what is kept is right for ever, also while the bucket is away. */
function keepFiles(bucket: FileStore, { folder, maxFileBytes, log, now }: Keeping): FileStore {
  const store = restAfterFailure(bucket, now);
  const inQueue = limitConcurrency(maxFetches);
  const sizes = new Map<string, StoredFileFacts>();
  const fetching = new Map<string, Promise<void>>();

  async function stat(path: string): Promise<StoredFileFacts | null> {
    const known = (await folder.stat(path)) ?? sizes.get(path) ?? null;
    if (known !== null) return known;
    const facts = await store.stat(path);
    if (facts === null) return null;
    const [oldest] = sizes.keys();
    if (sizes.size >= maxSizes && oldest !== undefined) sizes.delete(oldest);
    sizes.set(path, facts);
    return facts;
  }

  /** One fetch for all who ask for the same file at the same time. */
  function fetch(path: string, bytes: number): Promise<void> {
    const running = fetching.get(path);
    if (running !== undefined) return running;
    const started = inQueue(async () => {
      const content = await store.read(path);
      if (content !== null) await folder.keep(path, { content, bytes });
    }).finally(() => fetching.delete(path));
    fetching.set(path, started);
    return started;
  }

  return {
    ...bucket,
    stat,
    async read(path, range) {
      const kept = await folder.read(path, range);
      if (kept !== null) return kept;
      const facts = await stat(path);
      if (facts === null) return null;
      if (facts.bytes > maxFileBytes) return store.read(path, range);
      const fetched = fetch(path, facts.bytes).catch((error: unknown) => {
        // The reader may still be served by the bucket itself, if it is only the disk that is full.
        log.warn({ err: error, path }, 'a file from the store could not be kept');
      });
      if (facts.bytes <= wholeBytes) await fetched;
      return (await folder.read(path, range)) ?? store.read(path, range);
    },
  };
}

/** Who comes right after a failure is not kept waiting for the next one. */
function restAfterFailure(store: FileStore, now: () => number): Pick<FileStore, 'stat' | 'read'> {
  let failure: FileStoreAway | null = null;
  let restUntilMs = 0;
  async function unlessResting<Result>(work: () => Promise<Result>): Promise<Result> {
    if (failure !== null && now() < restUntilMs) throw failure;
    try {
      const result = await work();
      failure = null;
      return result;
    } catch (error) {
      if (error instanceof FileStoreAway) {
        failure = error;
        restUntilMs = now() + restMs;
      }
      throw error;
    }
  }
  return {
    stat: (path) => unlessResting(() => store.stat(path)),
    read: (path, range) => unlessResting(() => store.read(path, range)),
  };
}
