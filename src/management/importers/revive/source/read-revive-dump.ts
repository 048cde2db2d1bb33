import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ExplainedError } from '../../../../platform/log/explained-error.ts';
import { findPrefix } from './find-prefix.ts';
import { type DumpedColumn, type ParsedStatement, parseStatement } from './parse-statement.ts';
import { type ReviveData, type ReviveRow, type ReviveTable, reviveTables, statisticsTable } from './revive-data.ts';
import { SqlSyntaxError } from './sql-values.ts';
import { StatementSplitter } from './statement-splitter.ts';
import { StatisticsSums } from './sum-statistics.ts';

/** Most problems of one dump that are reported. */
const maxProblems = 50;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/**
 * Reads a dump of `mysqldump`, `mariadb-dump` or phpMyAdmin, also compressed with gzip. Tables that the importer does not
 * need are skipped, and hourly statistics are summed while they are read.
 */
export async function readReviveDump(
  path: string,
  { prefix }: { readonly prefix?: string | undefined } = {},
): Promise<ReviveData> {
  const collected = new DumpContent();
  const splitter = new StatementSplitter((statement) => collected.read(statement));
  for await (const chunk of await openDump(path)) splitter.push(chunk as Buffer);
  splitter.end();
  return collected.result(prefix);
}

async function openDump(path: string): Promise<Readable> {
  const head = Buffer.alloc(2);
  try {
    const file = await open(path, 'r');
    await file.read(head, 0, 2, 0).finally(() => file.close());
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(`The dump ${path} cannot be read (${cause}). Check the path of --dump.`, { cause: error });
  }
  const stream = createReadStream(path, { highWaterMark: 1024 * 1024 });
  if (head[0] !== 0x1f || head[1] !== 0x8b) return stream;
  const gunzip = createGunzip();
  stream.on('error', (error) => gunzip.destroy(error));
  return stream.pipe(gunzip);
}

const wanted: ReadonlySet<string> = new Set([...reviveTables, statisticsTable]);

class DumpContent {
  readonly #columns = new Map<string, readonly DumpedColumn[]>();
  readonly #rows = new Map<string, ReviveRow[]>();
  readonly #statistics = new Map<string, StatisticsSums>();
  readonly #problems: string[] = [];
  #isLatin = false;

  read(statement: Buffer): void {
    try {
      const parsed = parseStatement(statement, (table) => wantedName(table) !== null);
      if (parsed !== null) this.#store(parsed);
    } catch (error) {
      if (!(error instanceof SqlSyntaxError)) throw error;
      const start = statement.toString('utf8', 0, 60).replace(/\s+/g, ' ');
      this.#note(`The statement "${start}" cannot be read: ${error.message} Its remaining rows are not imported.`);
    }
  }

  result(given: string | undefined): ReviveData {
    const prefix = findPrefix([...this.#columns.keys(), ...this.#rows.keys()], given);
    const tables = new Map<ReviveTable, readonly ReviveRow[]>();
    for (const table of reviveTables) {
      const name = `${prefix}${table}`.toLowerCase();
      const rows = this.#rows.get(name) ?? (this.#columns.has(name) ? [] : undefined);
      if (rows !== undefined) tables.set(table, rows);
    }
    const statistics = this.#statistics.get(`${prefix}${statisticsTable}`.toLowerCase())?.result() ?? [];
    return { prefix, tables, statistics, problems: this.#problems };
  }

  #store(parsed: ParsedStatement): void {
    if (parsed.kind === 'names') {
      this.#isLatin = parsed.characterSet === 'latin1';
      return;
    }
    const table = parsed.table.toLowerCase();
    if (parsed.kind === 'create') {
      this.#columns.set(table, parsed.columns);
      return;
    }
    const rows = parsed.rows(this.#columns.get(table) ?? [], (bytes) => this.#decode(bytes));
    if (table.endsWith(statisticsTable)) {
      const sums = this.#statistics.get(table) ?? new StatisticsSums();
      this.#statistics.set(table, sums);
      for (const row of rows) sums.add(row);
    } else {
      const stored = this.#rows.get(table) ?? [];
      this.#rows.set(table, stored);
      for (const row of rows) stored.push(row);
    }
  }

  #decode(bytes: Buffer): string {
    if (this.#isLatin) return windows1252.decode(bytes);
    try {
      return utf8.decode(bytes);
    } catch {
      // TextDecoder reports invalid bytes only by throwing.
      this.#note(`The text "${windows1252.decode(bytes.subarray(0, 40))}" is not UTF-8. It was read as windows-1252.`);
      return windows1252.decode(bytes);
    }
  }

  #note(problem: string): void {
    if (this.#problems.length < maxProblems) this.#problems.push(problem);
  }
}

/** Returns the name of a wanted table without its prefix; null: the table is not read. */
function wantedName(table: string): string | null {
  const name = table.toLowerCase();
  for (const one of wanted) if (name.endsWith(one)) return one;
  return null;
}
