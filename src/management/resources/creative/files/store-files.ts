import type { FileStore, StoreArea } from '../../../../platform/files/file-store.ts';
import { limitConcurrency } from '../../../../platform/process/limit-concurrency.ts';

/** Concurrent store operations per creative. */
const maxAtOnce = 4;

/** Files stored together under one hash. */
export type FileSet = {
  readonly area: StoreArea;
  readonly under: string;
  readonly files: readonly { readonly name: string; readonly content: Buffer | (() => AsyncIterable<Uint8Array>) }[];
};

/** Stores missing files and adds their paths to `created`, also if one of them fails. */
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
