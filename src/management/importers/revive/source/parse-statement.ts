import type { ReviveRow } from './revive-data.ts';
import { columnValue, SqlScanner } from './sql-values.ts';

/** A column of a dumped table. */
export type DumpedColumn = { readonly name: string; readonly isBinary: boolean };

/** A statement that the reader of dumps uses. */
export type ParsedStatement =
  | { readonly kind: 'create'; readonly table: string; readonly columns: readonly DumpedColumn[] }
  | {
      readonly kind: 'insert';
      readonly table: string;
      rows(columns: readonly DumpedColumn[], decode: Decode): Iterable<ReviveRow>;
    }
  | { readonly kind: 'names'; readonly characterSet: string };

type Decode = (bytes: Buffer) => string;

/** First words in the definition of a table that start no column. */
const notColumns = /^(?:PRIMARY|UNIQUE|KEY|INDEX|FULLTEXT|SPATIAL|CONSTRAINT|FOREIGN|CHECK|PERIOD)$/i;
const binaryTypes = /^(?:TINY|MEDIUM|LONG)?BLOB$|^(?:VAR)?BINARY$/i;

/**
 * Parses a statement. Returns null for statements that do not contain tables or rows. Throws `SqlSyntaxError`.
 * @param isWanted whether the rows of a table are read
 */
export function parseStatement(bytes: Buffer, isWanted: (table: string) => boolean): ParsedStatement | null {
  const start = bytes.toString('latin1', 0, Math.min(bytes.length, 200));
  const [, characterSet] = /\bSET\s+NAMES\s+'?(\w+)/i.exec(start) ?? [];
  if (characterSet !== undefined) return { kind: 'names', characterSet: characterSet.toLowerCase() };
  const scanner = new SqlScanner(afterComments(bytes));
  const verb = scanner.word().toUpperCase();
  if (verb === 'CREATE') return parseCreate(scanner);
  return verb === 'INSERT' || verb === 'REPLACE' ? parseInsert(scanner, isWanted) : null;
}

/** Removes executable comments before the first word. They only contain settings. */
function afterComments(bytes: Buffer): Buffer {
  let rest = bytes;
  for (;;) {
    const [blank = ''] = /^\s*/.exec(rest.toString('latin1', 0, Math.min(rest.length, 100))) ?? [];
    rest = rest.subarray(blank.length);
    if (rest[0] !== 0x2f || rest[1] !== 0x2a) return rest;
    const end = rest.indexOf('*/');
    if (end === -1) return rest;
    rest = rest.subarray(end + 2);
  }
}

function parseCreate(scanner: SqlScanner): ParsedStatement | null {
  let word = scanner.word().toUpperCase();
  if (word === 'TEMPORARY') word = scanner.word().toUpperCase();
  if (word !== 'TABLE') return null;
  const table = tableName(scanner);
  if (!scanner.take('(')) return null;
  const columns: DumpedColumn[] = [];
  do {
    const name = scanner.name();
    const type = scanner.word();
    if (name !== '' && type !== '' && !notColumns.test(name))
      columns.push({ name: name.toLowerCase(), isBinary: binaryTypes.test(type) });
    scanner.skipExpression();
  } while (scanner.take(','));
  return { kind: 'create', table, columns };
}

/** Reads a name with an optional schema, and `IF NOT EXISTS` before it. */
function tableName(scanner: SqlScanner): string {
  let name = scanner.name();
  if (name.toUpperCase() === 'IF') {
    scanner.word();
    scanner.word();
    name = scanner.name();
  }
  return scanner.take('.') ? scanner.name() : name;
}

function parseInsert(scanner: SqlScanner, isWanted: (table: string) => boolean): ParsedStatement | null {
  let table = scanner.name();
  while (/^(?:INTO|IGNORE|LOW_PRIORITY|DELAYED|HIGH_PRIORITY)$/i.test(table)) table = scanner.name();
  if (scanner.take('.')) table = scanner.name();
  if (!isWanted(table)) return null;
  return { kind: 'insert', table, rows: (columns, decode) => readRows(scanner, columns, decode) };
}

function* readRows(scanner: SqlScanner, columns: readonly DumpedColumn[], decode: Decode): Iterable<ReviveRow> {
  const named = readColumnNames(scanner);
  const inOrder =
    named === null
      ? columns
      : named.map((name) => columns.find((column) => column.name === name) ?? { name, isBinary: false });
  if (!/^VALUES?$/i.test(scanner.word())) return;
  do {
    scanner.expect('(');
    const row: Record<string, ReviveRow[string]> = {};
    let index = 0;
    do {
      const column = inOrder[index];
      const literal = scanner.literal();
      if (column !== undefined) row[column.name] = columnValue(literal, { isBinary: column.isBinary, decode });
      index += 1;
    } while (scanner.take(','));
    scanner.expect(')');
    yield row;
  } while (scanner.take(','));
}

function readColumnNames(scanner: SqlScanner): readonly string[] | null {
  if (!scanner.take('(')) return null;
  const names: string[] = [];
  do names.push(scanner.name().toLowerCase());
  while (scanner.take(','));
  scanner.expect(')');
  return names;
}
