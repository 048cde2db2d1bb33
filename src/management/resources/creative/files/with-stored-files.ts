import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { attachmentArea, isAttached } from '../../comment/attachment/attachment-use.ts';
import { lockSet, namedByCreatives } from './file-use.ts';
import { type FileSet, storeFiles } from './store-files.ts';

/** Function called in the transaction that inserts a row with the files. */
export type KeepFiles = (transaction: Kysely<Database>) => Promise<void>;

/**
 * Runs an operation that inserts a row with files. The files are stored before the transaction, so that a slow store
 * blocks no other operation. If the operation fails, they are removed.
 */
export async function withStoredFiles<Result>(
  services: Pick<ManagementServices, 'database' | 'fileStore' | 'log'>,
  sets: readonly FileSet[],
  work: (keep: KeepFiles) => Promise<Result>,
): Promise<Result> {
  const { fileStore } = services;
  const created = new Map<FileSet, Set<string>>(sets.map((set) => [set, new Set()]));
  const storeAll = async () => {
    for (const [set, paths] of created) await storeFiles(fileStore, set, paths);
  };
  try {
    await storeAll();
    return await work(async (transaction) => {
      // In a common order, so that transactions do not deadlock.
      for (const set of sets.toSorted((a, b) => (a.under < b.under ? -1 : 1))) await lockSet(transaction, set);
      // A failed operation with the same file may have removed it meanwhile.
      await storeAll();
    });
  } catch (error) {
    for (const [set, paths] of created) if (paths.size > 0) await removeUnused(services, set, paths);
    throw error;
  }
}

/** Removes the files of a creative or comment that was not created, unless another one uses them. */
async function removeUnused(
  services: Pick<ManagementServices, 'database' | 'fileStore' | 'log'>,
  set: FileSet,
  created: ReadonlySet<string>,
): Promise<void> {
  try {
    await services.database.transaction().execute(async (transaction) => {
      await lockSet(transaction, set);
      const paths = set.files.map(({ name }) => `${set.area}/${set.under}/${name}`);
      if ((await namedByCreatives(transaction, paths)).size > 0) return;
      if (set.area === attachmentArea && (await isAttached(transaction, set.under))) return;
      for (const path of created) await services.fileStore.remove({ path });
    });
  } catch (error) {
    services.log.warn({ err: error, area: set.area, under: set.under }, 'file store: unused file not removed');
  }
}
