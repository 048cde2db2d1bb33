import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import { openDataFileName } from '../../../exchange/open-data/open-data-names.ts';
import { type OpenDataSet, openDataSets } from '../../../exchange/open-data/open-data-schema.ts';
import { hasColumn, type ParquetSession, sqlText } from '../../../exchange/open-data/parquet-session.ts';
import { withoutKeysSql } from '../erase-keys.ts';
import { parquetOptions } from '../write-partitions.ts';
import { type Compaction, compactedStem } from './plan-compaction.ts';

type Tools = { readonly session: ParquetSession; readonly store: OpenDataStore };

/**
 * Replaces files of an hour with one file of the same rows. The new file is stored before the old ones are removed. A
 * crash in between leaves both, and the next merge removes the repetitions: a row is identified by its columns
 * `identity`. The name of the new file is a hash of the merged names, so that a repeated merge replaces it.
 * @param erased keys of shoppers and viewers that are removed
 * @returns the name of the new file; null: a file has disappeared, because another worker has merged it
 */
export async function compactHour(
  { session, store }: Tools,
  { folder, partition, names }: Compaction,
  erased: readonly string[],
): Promise<string | null> {
  const set = openDataSets.find((one) => one.folder === folder) as OpenDataSet;
  const paths: string[] = [];
  const target = join(session.folder, 'compacted.parquet');
  try {
    for (const name of names) {
      const path = join(session.folder, `part-${paths.length}.parquet`);
      if (!(await store.fetch(name, path))) return null;
      paths.push(path);
    }
    const source = `read_parquet([${paths.map(sqlText).join(', ')}], union_by_name = true)`;
    const identity = set.identity.join(', ');
    const [counts] = await session.rows(`select count(*) as n,
      (select count(*) from (select distinct ${identity} from ${source})) as distinct_n from ${source}`);
    const rows =
      counts?.['n'] === counts?.['distinct_n'] ? source : `(select distinct on (${identity}) * from ${source})`;
    const key = set.keyColumn !== null && (await hasColumn(session, source, set.keyColumn)) ? set.keyColumn : null;
    const columns = key === null ? '*' : `* replace (${withoutKeysSql(key, erased)} as ${key})`;
    await session.run(`copy (select ${columns} from ${rows} order by ${set.order.join(', ')})
      to ${sqlText(target)} (${parquetOptions})`);
    const stem = compactedStem + createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 24);
    const name = openDataFileName(partition, stem, key !== null && (await hasKeys(session, target, key)));
    await store.put(name, target);
    for (const old of names) if (old !== name) await store.remove(old);
    return name;
  } finally {
    for (const path of [...paths, target]) await rm(path, { force: true });
  }
}

async function hasKeys(session: ParquetSession, path: string, column: string): Promise<boolean> {
  const [found] = await session.rows(`select count(${column}) as n from ${sqlText(path)}`);
  return Number(found?.['n']) > 0;
}
