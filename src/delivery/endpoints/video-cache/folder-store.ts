import { mkdirSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { createFolderCapacity } from './folder-capacity.ts';
import {
  decodeEntry,
  type Entry,
  encodeEntry,
  expiredMemoryMs,
  type FoundVideo,
  nameOfKey,
  StoreAwayError,
  type VideoStore,
} from './video-store.ts';

const sweepMs = 10 * 60 * 1000;

export type FolderStoreOptions = {
  readonly folder: string;
  /** Largest size of all files in bytes. The oldest are removed first. */
  readonly limitBytes: number;
  /** Number of processes that share the folder, and the ID of this one. */
  readonly processes: number;
  readonly processId: string;
  readonly now: () => number;
  readonly log: Logger;
};

/**
 * Opens a store of files that all processes of a machine share. A document is available to all of them when its put is
 * answered. A file appears complete under its name, by a link, which fails if the name is taken. Its modification time
 * is its expiry, so that expired files are found without reading them. The line inside the file is authoritative.
 */
export function openVideoFolder(options: FolderStoreOptions): VideoStore {
  const { folder, processId, now, log } = options;
  const incoming = join(folder, 'incoming');
  mkdirSync(incoming, { recursive: true });
  const capacity = createFolderCapacity(options);
  let written = 0;
  let isBroken = false;
  let sweeping: Promise<void> = Promise.resolve();
  // A failed sweep is repeated at the next interval. A put that needs space reports the error.
  const sweep = () => {
    sweeping = capacity.sweep().catch(() => undefined);
  };
  const timer = setInterval(sweep, sweepMs);
  timer.unref();

  /** Logged once until it recovers. */
  function noteFailure(error: unknown): void {
    if (!isBroken)
      log.error({ err: error }, 'The video cache folder is unusable, requests are rejected until it recovers');
    isBroken = true;
  }

  function pathOf(key: string): string {
    const name = nameOfKey(key);
    return join(folder, name.slice(0, 2), name.slice(2));
  }

  async function put({ key, value, ttlMs }: Entry): Promise<boolean> {
    written += 1;
    const path = pathOf(key);
    const expiresAtMs = now() + ttlMs;
    const draft = join(incoming, `${processId}-${process.pid}-${written}`);
    try {
      await writeFile(draft, encodeEntry(value, expiresAtMs));
      await utimes(draft, new Date(), new Date(expiresAtMs));
      await mkdir(dirname(path), { recursive: true });
      return await publishDraft(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  }

  /** Returns false if an unexpired entry has the name. */
  async function publishDraft(draft: string, path: string): Promise<boolean> {
    try {
      await link(draft, path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const present = await read(path);
    if (present !== null && present.expiresAtMs > now()) return false;
    await rename(draft, path);
    return true;
  }

  return {
    async putAll(entries) {
      const stored: boolean[] = [];
      try {
        await capacity.take(entries.reduce((sum, { value }) => sum + Buffer.byteLength(value.text), 0));
        for (const entry of entries) stored.push(await put(entry));
        if (isBroken) log.info('The video cache folder is usable again');
        isBroken = false;
        return stored;
      } catch (error) {
        noteFailure(error);
        const made = entries.filter((_, index) => stored[index] === true);
        await Promise.all(made.map(({ key }) => rm(pathOf(key), { force: true }).catch(() => undefined)));
        throw new StoreAwayError('The video cache folder cannot be written', { cause: error });
      }
    },
    async get(key): Promise<FoundVideo> {
      const entry = await read(pathOf(key)).catch((error: unknown) => {
        noteFailure(error);
        throw error;
      });
      if (entry === null || entry.expiresAtMs + expiredMemoryMs <= now()) return { state: 'unknown' };
      return entry.expiresAtMs <= now() ? { state: 'expired' } : { state: 'there', value: entry.value };
    },
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

async function read(path: string) {
  try {
    return decodeEntry(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StoreAwayError('The video cache folder cannot be read', { cause: error });
  }
}
