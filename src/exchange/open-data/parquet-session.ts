import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** Memory of a session. Larger sorts use its folder. */
const memoryLimit = '512MB';
const threads = '2';

/** A DuckDB in memory that reads and writes files of its folder. */
export type ParquetSession = {
  /** Folder for temporary files, removed by `close`. */
  readonly folder: string;
  run(statement: string): Promise<void>;
  /** Returns the rows of a query. Integers of 64 bits are returned as text. */
  rows(query: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Progress of the running statement in percent; null: unknown. */
  percent(): number | null;
  /** Ends the running statement with an error. */
  interrupt(): void;
  close(): Promise<void>;
};

/** Opens a session. @param folder is created, and emptied before and after use */
export async function openParquetSession(folder: string): Promise<ParquetSession> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memoryLimit,
    threads,
    temp_directory: join(folder, 'spill'),
    // All needed extensions are part of the package. Nothing is loaded from the network.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'false',
    // Local files are replaced under their names within a second, which the cache would not notice.
    enable_external_file_cache: 'false',
  });
  const connection = await instance.connect();
  // Measures the progress of statements, without printing it.
  await connection.run('set enable_progress_bar = true; set enable_progress_bar_print = false');
  return {
    folder,
    async run(statement) {
      await connection.run(statement);
    },
    async rows(query) {
      const reader = await connection.runAndReadAll(query);
      return reader.getRowObjectsJson() as readonly Readonly<Record<string, unknown>>[];
    },
    percent() {
      const { percentage } = connection.progress;
      return percentage < 0 ? null : percentage;
    },
    interrupt: () => connection.interrupt(),
    async close() {
      connection.closeSync();
      instance.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns whether a table expression has a column. Files of earlier versions do not have all. */
export async function hasColumn(session: ParquetSession, table: string, column: string): Promise<boolean> {
  const columns = await session.rows(`select column_name from (describe select * from ${table})`);
  return columns.some(({ column_name: name }) => name === column);
}

/** Returns a text as an SQL literal. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns an expression of one row for each different value of a list; null without values. */
export function eachValueSql(list: string): string {
  return `unnest(case len(${list}) when 1 then ${list} when 0 then [null] else coalesce(list_distinct(${list}), [null]) end)`;
}

/** Returns a name as an SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
