import { join } from 'node:path';
import type { Logger } from 'pino';
import { limitConcurrency } from '../process/limit-concurrency.ts';
import { type CacheFolder, openCacheFolder } from './cache-folder.ts';
import type { FileStore, StoredFileFacts } from './file-store.ts';
import { FileStoreAway } from './file-store.ts';
import { openFileStore } from './open-file-store.ts';
import type { StoreLocation } from './store-location.ts';

/**
 * Size up to which a file is fetched completely before its first reader receives data. Larger files are streamed
 * meanwhile.
 */
const wholeBytes = 8 * 1024 * 1024;
/** Largest part of the cache that one file may use. A larger file would evict too many others. */
const maxPartOfFolder = 1 / 4;
/** Concurrent fetches per process. */
const maxFetches = 8;
/** Cached sizes of files that are not in the cache, about 200 bytes each. */
const maxSizes = 10_000;
/** Time after a failure in which callers do not wait for the bucket. */
const restMs = 1_000;

export type CacheOptions = {
  readonly store: StoreLocation;
  readonly storeCacheBytes: number;
  readonly dataFolder: string;
};

/** Opens the configured store for readers, with a local cache of recently used bucket files. */
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

/** Files never change, so cached copies stay valid, also while the bucket is unavailable. */
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

  /** Concurrent readers of a file share one fetch. */
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
        // If only the disk is full, the reader is still served by the bucket.
        log.warn({ err: error, path }, 'File from the store could not be cached');
      });
      if (facts.bytes <= wholeBytes) await fetched;
      return (await folder.read(path, range)) ?? store.read(path, range);
    },
  };
}

/** Callers right after a failure fail immediately instead of waiting. */
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
