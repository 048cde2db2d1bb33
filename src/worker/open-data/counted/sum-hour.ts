import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  countColumns,
  countedColumns,
  factColumns,
  keyColumn,
  sumsFileName,
  totalSums,
} from '../../../exchange/open-data/counted-schema.ts';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import { eachValueSql, type ParquetSession, sqlName, sqlText } from '../../../exchange/open-data/parquet-session.ts';
import { parquetOptions } from '../write-partitions.ts';

/** Least number of rows of an hour per row of its sums. Sums of nearly unique values would not be faster to read. */
const leastReduction = 4;

/**
 * Stores the sums of an hour by each fact and each key with a column. Source: docs/decisions/0212-sums-of-hours.md.
 * @param path local file of `counted` of the hour
 * @returns the columns of which there are sums
 */
export async function sumHour(
  { session, store }: { readonly session: ParquetSession; readonly store: OpenDataStore },
  { startMs, path, keys }: { readonly startMs: number; readonly path: string; readonly keys: readonly string[] },
): Promise<readonly string[]> {
  const target = join(session.folder, 'sums.parquet');
  const source = `read_parquet(${sqlText(path)})`;
  const sums = countColumns.map((column) => `sum(${column})::bigint as ${column}`).join(', ');
  const lists = new Set([...factColumns.filter((name) => isList(name)), ...keys.map(keyColumn)]);
  const columns = [...factColumns, ...keys.map(keyColumn)];
  const sumsOf = (
    dimension: string,
    value: string,
  ) => `select ${sqlText(dimension)} as dimension, value, hour_at, local_day,
      event, filter_reason, ${sums}
    from (select ${value} as value, hour_at, local_day, event, filter_reason, ${countColumns.join(', ')} from ${source})
    group by all`;
  try {
    await session.run(`create or replace temp table hour_sum as ${sumsOf(totalSums, 'null::varchar')}`);
    const summed: string[] = [];
    for (const column of columns) {
      await session.run(
        `create or replace temp table column_sum as ${sumsOf(column, valuesSql(column, lists.has(column)))}`,
      );
      const [counts] = await session.rows(
        `select (select count(*) from column_sum) as sums, (select count(*) from ${source}) as all_rows`,
      );
      if (Number(counts?.['sums']) * leastReduction > Number(counts?.['all_rows'])) continue;
      await session.run('insert into hour_sum select * from column_sum');
      summed.push(column);
    }
    await session.run(`copy (select * from hour_sum order by dimension) to ${sqlText(target)} (${parquetOptions})`);
    await store.put(sumsFileName(startMs), target);
    return [totalSums, ...summed];
  } finally {
    for (const table of ['hour_sum', 'column_sum']) await session.run(`drop table if exists ${table}`);
    await rm(target, { force: true });
  }
}

function isList(name: (typeof factColumns)[number]): boolean {
  return countedColumns[name]?.type === 'VARCHAR[]';
}

function valuesSql(column: string, hasSeveral: boolean): string {
  return hasSeveral ? eachValueSql(sqlName(column)) : sqlName(column);
}
