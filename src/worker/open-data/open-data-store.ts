import { join } from 'node:path';
import type { StoreLocation } from '../../platform/files/store-location.ts';
import { openOpenDataBucket } from './open-data-bucket.ts';
import { openOpenDataFolder } from './open-data-folder.ts';

/** Folder of all open data in the file store. A new version of the schema gets a new folder. */
const area = 'open-data/v1';

export type OpenDataFile = {
  /** Path below the area: `events/day=2026-11-27/hour=13/<name>.parquet`. */
  readonly name: string;
  readonly bytes: number;
};

/**
 * Files of open data in the folder or bucket of the file store. A file is replaced as a whole, and is durable when
 * `put` resolves.
 */
export type OpenDataStore = {
  /** Stores a local file under a name. */
  put(name: string, path: string): Promise<void>;
  putText(name: string, text: string): Promise<void>;
  /** null: not found. */
  getText(name: string): Promise<string | null>;
  /** Copies a stored file to a local path; false: not found. */
  fetch(name: string, path: string): Promise<boolean>;
  /** Returns all files below a folder, in order of their names. */
  list(folder: string): Promise<readonly OpenDataFile[]>;
  /** Removes a file. A missing file is not an error. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
};

/** Opens the files of open data in the configured file store. A bucket is not contacted before the first call. */
export function openOpenDataStore(options: {
  readonly store: StoreLocation;
  readonly dataFolder: string;
}): OpenDataStore {
  const { store, dataFolder } = options;
  return store.kind === 'folder'
    ? openOpenDataFolder(join(store.folder ?? dataFolder, area))
    : openOpenDataBucket(store, area);
}
