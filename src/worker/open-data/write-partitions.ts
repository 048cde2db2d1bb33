import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenDataStore } from '../../exchange/open-data/open-data-files.ts';
import { openDataFileName, partitionOf } from '../../exchange/open-data/open-data-names.ts';
import type { OpenDataSet } from '../../exchange/open-data/open-data-schema.ts';
import { type ParquetSession, sqlText } from '../../exchange/open-data/parquet-session.ts';

/** Options of Parquet files, understood by all common readers. */
export const parquetOptions = 'format parquet, compression zstd, row_group_size 122880';

/**
 * Stores rows as one Parquet file for each hour. The names depend on the stem only, so that repeating this with the
 * same rows replaces the same files.
 * @param rowsFile path of the rows: lines of JSON with the fields `rowColumns`
 * @param stem part of the file names
 */
export async function writePartitions(options: {
  readonly session: ParquetSession;
  readonly store: OpenDataStore;
  readonly set: OpenDataSet;
  readonly rowsFile: string;
  readonly stem: string;
}): Promise<void> {
  const { session, store, set, rowsFile, stem } = options;
  const types = Object.entries(set.rowColumns).map(([name, type]) => `${sqlText(name)}: ${sqlText(type)}`);
  const columns = Object.entries(set.columns).map(([name, { type, from }]) => `cast(${from} as ${type}) as ${name}`);
  await session.run(`create or replace temp table exported as select ${columns.join(', ')}
    from read_json(${sqlText(rowsFile)}, format = 'newline_delimited', columns = {${types.join(', ')}})`);
  const keyCount = set.keyColumn === null ? '0' : `count(${set.keyColumn})`;
  const hours = await session.rows(`select epoch_ms(date_trunc('hour', ${set.time})) as start, ${keyCount} as keys
    from exported group by all order by all`);
  for (const { start, keys } of hours) {
    const startMs = Number(start);
    const path = join(session.folder, 'partition.parquet');
    await session.run(`copy (select * from exported where epoch_ms(date_trunc('hour', ${set.time})) = ${startMs})
      to ${sqlText(path)} (${parquetOptions})`);
    await store.put(openDataFileName(partitionOf(set, startMs), stem, Number(keys) > 0), path);
    await rm(path, { force: true });
  }
  await session.run('drop table exported');
}
