import { type ReviveTestRows, type ReviveTestTable, type ReviveTestValue, reviveSchema } from './revive-schema.ts';

/** Rows per statement. */
const rowsPerInsert = 200;

/** Returns the statements that create the tables and their rows. */
export function reviveSql(rows: ReviveTestRows, prefix = 'rv_', characterSet = 'utf8mb4'): string {
  const tables = Object.keys(reviveSchema) as ReviveTestTable[];
  const statements = tables.flatMap((table) => [
    `DROP TABLE IF EXISTS \`${prefix}${table}\``,
    `CREATE TABLE \`${prefix}${table}\` (${reviveSchema[table]}) ENGINE=InnoDB DEFAULT CHARSET=${characterSet}`,
    ...insertsOf(`${prefix}${table}`, rows[table] ?? []),
  ]);
  return `SET NAMES utf8mb4;\nSET sql_mode = '';\n${statements.join(';\n')};\n`;
}

function insertsOf(table: string, rows: readonly Readonly<Record<string, ReviveTestValue>>[]): readonly string[] {
  const byColumns = Map.groupBy(rows, (row) => Object.keys(row).join());
  return [...byColumns.values()].flatMap((ofColumns) => {
    const columns = Object.keys(ofColumns[0] ?? {}).map((column) => `\`${column}\``);
    const inserts: string[] = [];
    for (let from = 0; from < ofColumns.length; from += rowsPerInsert) {
      const values = ofColumns
        .slice(from, from + rowsPerInsert)
        .map((row) => `(${Object.values(row).map(sqlValue).join(',')})`);
      inserts.push(`INSERT INTO \`${table}\` (${columns.join(',')}) VALUES ${values.join(',')}`);
    }
    return inserts;
  });
}

function sqlValue(value: ReviveTestValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`;
  return `'${Array.from(value, (character) => escapes[character] ?? character).join('')}'`;
}

const escapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\x1a': '\\Z',
  '\\': '\\\\',
  "'": "\\'",
};
