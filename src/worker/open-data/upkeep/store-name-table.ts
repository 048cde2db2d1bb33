import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import { type ParquetSession, sqlText } from '../../../exchange/open-data/parquet-session.ts';
import { parquetOptions } from '../write-partitions.ts';
import type { NameRows } from './name-tables.ts';

/** Replaces the stored file of a name table and removes the local file of its rows. */
export async function storeNameTable(
  { session, store }: { readonly session: ParquetSession; readonly store: OpenDataStore },
  { table: { name, columns }, path }: NameRows,
): Promise<void> {
  const target = join(session.folder, `${name}.parquet`);
  const types = Object.entries(columns).map(([column, type]) => `${column}: ${sqlText(type)}`);
  await session.run(`copy (select * from read_json(${sqlText(path)}, format = 'newline_delimited',
    columns = {${types.join(', ')}}) order by 1) to ${sqlText(target)} (${parquetOptions})`);
  await store.put(`names/${name}.parquet`, target);
  await rm(target, { force: true });
  await rm(path, { force: true });
}
