import type { FileStore, StoreArea } from '../../../../platform/files/file-store.ts';
import { limitConcurrency } from '../../../../platform/process/limit-concurrency.ts';

/** Files of one creative that are on their way to the store at the same time. */
const maxAtOnce = 4;

/** Files that lie together under one hash. */
export type FileSet = {
  readonly area: StoreArea;
  readonly under: string;
  readonly files: readonly { readonly name: string; readonly content: Buffer | (() => AsyncIterable<Uint8Array>) }[];
};

/** Stores what is not there yet and adds the paths of what was to `created`, also when another one of them failed. */
export async function storeFiles(
  store: FileStore,
  { area, under, files }: FileSet,
  created: Set<string>,
): Promise<void> {
  const inQueue = limitConcurrency(maxAtOnce);
  const outcomes = await Promise.allSettled(
    files.map(({ name, content }) =>
      inQueue(async () => {
        const stored = await store.store(Buffer.isBuffer(content) ? content : content(), name, { area, under });
        if (stored.created) created.add(stored.path);
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
