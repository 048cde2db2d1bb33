import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import { openDataFileName } from '../../../exchange/open-data/open-data-names.ts';
import { type OpenDataSet, openDataSets } from '../../../exchange/open-data/open-data-schema.ts';
import { type ParquetSession, sqlText } from '../../../exchange/open-data/parquet-session.ts';
import { parquetOptions } from '../write-partitions.ts';
import { type Compaction, compactedStem } from './plan-compaction.ts';

type Tools = { readonly session: ParquetSession; readonly store: OpenDataStore };

/**
 * Replaces files of an hour with one file of the same rows. The new file is stored before the old ones are removed. A
 * crash in between leaves both, and the next merge removes the repetitions: a row is identified by its columns
 * `identity`. The name of the new file is a hash of the merged names, so that a repeated merge replaces it.
 * @param erased shopper keys that are removed
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
    const hasShoppers = 'shopper_key' in set.columns;
    const columns = hasShoppers ? `* replace (${withoutKeys(erased)} as shopper_key)` : '*';
    await session.run(`copy (select ${columns} from ${rows} order by ${set.order.join(', ')})
      to ${sqlText(target)} (${parquetOptions})`);
    const stem = compactedStem + createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 24);
    const name = openDataFileName(partition, stem, hasShoppers && (await hasKeys(session, target)));
    await store.put(name, target);
    for (const old of names) if (old !== name) await store.remove(old);
    return name;
  } finally {
    for (const path of [...paths, target]) await rm(path, { force: true });
  }
}

/** Replaces a file with shopper keys with one without those of erased shoppers. Returns whether it had any. */
export async function eraseShoppersIn(
  { session, store }: Tools,
  name: string,
  erased: readonly string[],
): Promise<boolean> {
  const source = join(session.folder, 'erasure.parquet');
  const target = join(session.folder, 'erased.parquet');
  try {
    if (!(await store.fetch(name, source))) return false;
    const [found] = await session.rows(
      `select count(*) as n from ${sqlText(source)} where shopper_key in (${erased.map(sqlText).join(', ')})`,
    );
    if (Number(found?.['n']) === 0) return false;
    await session.run(`copy (select * replace (${withoutKeys(erased)} as shopper_key) from ${sqlText(source)})
      to ${sqlText(target)} (${parquetOptions})`);
    await store.put(name, target);
    return true;
  } finally {
    for (const path of [source, target]) await rm(path, { force: true });
  }
}

function withoutKeys(erased: readonly string[]): string {
  if (erased.length === 0) return 'shopper_key';
  return `case when shopper_key in (${erased.map(sqlText).join(', ')}) then null else shopper_key end`;
}

async function hasKeys(session: ParquetSession, path: string): Promise<boolean> {
  const [found] = await session.rows(`select count(shopper_key) as n from ${sqlText(path)}`);
  return Number(found?.['n']) > 0;
}
