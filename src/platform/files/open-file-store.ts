import { join } from 'node:path';
import { openBucketStore } from './bucket-store.ts';
import type { FileStore } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';
import type { StoreLocation } from './store-location.ts';

/** The store that is configured; a bucket is reached with the first call and not before. */
export function openFileStore(options: { readonly store: StoreLocation; readonly dataFolder: string }): FileStore {
  const { store, dataFolder } = options;
  if (store.kind === 'folder') return openFolderStore(store.folder ?? dataFolder);
  return openBucketStore(store, { draftFolder: join(dataFolder, 'store-drafts') });
}
