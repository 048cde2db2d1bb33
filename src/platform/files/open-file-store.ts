import { join } from 'node:path';
import { openBucketStore } from './bucket-store.ts';
import type { FileStore } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';
import type { StoreLocation } from './store-location.ts';

/** Opens the configured store. A bucket is not contacted before the first call. */
export function openFileStore(options: { readonly store: StoreLocation; readonly dataFolder: string }): FileStore {
  const { store, dataFolder } = options;
  if (store.kind === 'folder') return openFolderStore(store.folder ?? dataFolder);
  return openBucketStore(store, { draftFolder: join(dataFolder, 'store-drafts') });
}
