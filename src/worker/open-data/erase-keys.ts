import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenDataStore } from '../../exchange/open-data/open-data-files.ts';
import { type ParquetSession, sqlText } from '../../exchange/open-data/parquet-session.ts';
import { parquetOptions } from './write-partitions.ts';

/** A stored file with keys of people, and the order of its rows. */
export type FileWithKeys = {
  readonly name: string;
  readonly keyColumn: 'shopper_key' | 'viewer_key';
  readonly order: readonly string[];
};

/**
 * Replaces a file with one without the keys of erased people. All rows stay.
 * @param erased keys, at least one
 * @returns whether it had any
 */
export async function eraseKeysIn(
  { session, store }: { readonly session: ParquetSession; readonly store: OpenDataStore },
  { name, keyColumn, order }: FileWithKeys,
  erased: readonly string[],
): Promise<boolean> {
  const copy = join(session.folder, 'erasure.parquet');
  const local = store.localPath(name);
  // The path of a local file contains its partition, which would become columns.
  const source = `read_parquet(${sqlText(local ?? copy)}, hive_partitioning = false)`;
  const target = join(session.folder, 'erased.parquet');
  try {
    const exists = local === null ? await store.fetch(name, copy) : await stat(local).then(Boolean, () => false);
    if (!exists) return false;
    const [found] = await session.rows(
      `select count(*) as n from ${source} where ${keyColumn} in (${erased.map(sqlText).join(', ')})`,
    );
    if (Number(found?.['n']) === 0) return false;
    await session.run(`copy (select * replace (${withoutKeysSql(keyColumn, erased)} as ${keyColumn})
      from ${source} order by ${order.join(', ')}) to ${sqlText(target)} (${parquetOptions})`);
    await store.put(name, target);
    return true;
  } finally {
    for (const path of [copy, target]) await rm(path, { force: true });
  }
}

/** Returns an expression of the key of a column; null: it was erased. */
export function withoutKeysSql(column: string, erased: readonly string[]): string {
  if (erased.length === 0) return column;
  return `case when ${column} in (${erased.map(sqlText).join(', ')}) then null else ${column} end`;
}
