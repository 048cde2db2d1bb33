import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { ExplainedError } from '../../../../platform/log/explained-error.ts';
import { findPrefix } from './find-prefix.ts';
import {
  type DailyStatistics,
  type ReviveData,
  type ReviveRow,
  type ReviveTable,
  reviveTables,
  statisticsTable,
} from './revive-data.ts';
import { StatisticsSums } from './sum-statistics.ts';

const connectMs = 10_000;
/** Number of the character set of binary columns and of numbers. */
const binaryCharacterSet = 63;
/** Numbers of the types TINYBLOB, MEDIUMBLOB, LONGBLOB, BLOB, VARBINARY and BINARY, which texts also have. */
const blobTypes: ReadonlySet<number> = new Set([249, 250, 251, 252, 253, 254]);

/**
 * Reads a live database in one read-only transaction, so that all rows belong to the same state.
 * @param url `mysql://user:password@host:port/database`
 */
export async function readReviveDatabase(
  url: string,
  { prefix }: { readonly prefix?: string | undefined } = {},
): Promise<ReviveData> {
  const connection = await connect(url);
  try {
    await connection.query("SET SESSION sql_mode = ''");
    await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    return await readTables(connection, prefix);
  } finally {
    await connection.end();
  }
}

async function connect(url: string): Promise<Connection> {
  const { protocol, hostname, port, username, password, pathname } = parseUrl(url);
  if ((protocol !== 'mysql:' && protocol !== 'mariadb:') || pathname.length < 2) {
    throw new ExplainedError('--database is a URL of the form mysql://user:password@host:3306/database.');
  }
  try {
    return await createConnection({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? 3306 : Number(port),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: decodeURIComponent(pathname.slice(1)),
      charset: 'utf8mb4',
      connectTimeout: connectMs,
    });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(`The database at ${hostname} cannot be opened (${cause}). Check --database.`, {
      cause: error,
    });
  }
}

/** The URL may contain a password, so no message contains it. */
function parseUrl(url: string): URL {
  try {
    return new URL(url);
  } catch {
    // The constructor reports an invalid URL only by throwing.
    throw new ExplainedError('--database is a URL of the form mysql://user:password@host:3306/database.');
  }
}

async function readTables(connection: Connection, given: string | undefined): Promise<ReviveData> {
  const names = (await queryRows(connection, 'SHOW TABLES')).flatMap((row) => Object.values(row).map(String));
  const prefix = findPrefix(names, given);
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  const tables = new Map<ReviveTable, readonly ReviveRow[]>();
  for (const table of reviveTables) {
    const name = byName.get(`${prefix}${table}`.toLowerCase());
    if (name !== undefined) tables.set(table, await queryRows(connection, `SELECT * FROM ${quoted(name)}`));
  }
  const name = byName.get(`${prefix}${statisticsTable}`.toLowerCase());
  const statistics = name === undefined ? [] : await readStatistics(connection, name);
  return { prefix, tables, statistics, problems: [] };
}

/** Sums in the database: a large installation has many millions of hourly rows. */
async function readStatistics(connection: Connection, table: string): Promise<readonly DailyStatistics[]> {
  const columns = (await queryRows(connection, `SHOW COLUMNS FROM ${quoted(table)}`)).map((row) =>
    String(Object.values(row)[0]).toLowerCase(),
  );
  const day = columns.includes('date_time') ? 'DATE(`date_time`)' : '`day`';
  const sum = (column: string) =>
    columns.includes(column) ? `SUM(\`${column}\`) AS \`${column}\`` : `0 AS \`${column}\``;
  const sums = ['requests', 'impressions', 'clicks', 'conversions'].map(sum).join(', ');
  const rows = await queryRows(
    connection,
    `SELECT ${day} AS \`day\`, \`ad_id\`, \`zone_id\`, ${sums} FROM ${quoted(table)} GROUP BY 1, 2, 3`,
  );
  const statistics = new StatisticsSums();
  for (const row of rows) statistics.add(row);
  return statistics.result();
}

/** Returns all values as text, except for those of binary columns. Column names are in lower case. */
async function queryRows(connection: Connection, sql: string): Promise<readonly ReviveRow[]> {
  // Without conversion, all values are the bytes that the server sent.
  const [rows, fields] = await connection.query<RowDataPacket[]>({ sql, typeCast: false });
  const columns = fields.map((field) => ({
    column: field.name.toLowerCase(),
    name: field.name,
    isBinary: field.characterSet === binaryCharacterSet && blobTypes.has(field.columnType ?? -1),
  }));
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ column, name, isBinary }) => {
        const value = row[name] as Buffer | null;
        return [column, value === null || isBinary ? value : value.toString('utf8')];
      }),
    ),
  );
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
