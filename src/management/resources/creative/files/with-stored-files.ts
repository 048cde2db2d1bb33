import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { lockSet, namedByCreatives } from './file-use.ts';
import { type FileSet, storeFiles } from './store-files.ts';

/** Called in the transaction that makes a row with the files. */
export type KeepFiles = (transaction: Kysely<Database>) => Promise<void>;

/**
 * Does what makes a row with files. They are stored before the transaction, so that a slow store holds up nobody else; when
 * the row does not come to be, neither do they.
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
      // In one order for all, so that none waits for another in a ring.
      for (const set of sets.toSorted((a, b) => (a.under < b.under ? -1 : 1))) await lockSet(transaction, set);
      // Who failed to make a creative of the same file may have taken it away meanwhile.
      await storeAll();
    });
  } catch (error) {
    for (const [set, paths] of created) if (paths.size > 0) await removeUnused(services, set, paths);
    throw error;
  }
}

/** Takes the files of a creative that did not come to be away again, unless another creative has the same. */
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
      for (const path of created) await services.fileStore.remove({ path });
    });
  } catch (error) {
    services.log.warn(
      { err: error, area: set.area, under: set.under },
      'a file without a creative stays in the file store',
    );
  }
}
