import { join } from 'node:path';
import type { StoreLocation } from '../../platform/files/store-location.ts';
import { openOpenDataBucket } from './open-data-bucket.ts';
import type { OpenDataStore } from './open-data-files.ts';
import { openOpenDataFolder } from './open-data-folder.ts';

/** Folder of all open data in the file store. A new version of the schema gets a new folder. */
const area = 'open-data/v1';

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
