/*
 * PostgreSQL.
 *
 * - `open-database.ts`: connections and types. `schema.ts`, `tables/`, `all-tables.ts`: the tables as TypeScript types.
 * - `migrations/`, `migrate.ts`, `prepare-database.ts`: schema and database roles.
 * - `row-rules/`: database rules of each resource type. `embedded/`: the bundled PostgreSQL.
 * - `fail-when-silent.ts`: turns a database that does not respond into a named error.
 */

import type { Socket } from 'node:net';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

const int8Oid = 20;
const int8ArrayOid = 1016;
const dateOid = 1082;

/** Connection timeout, after which the server counts as unavailable. */
const connectTimeoutMs = 1_500;
/** Queue timeout while all connections are busy. A burst is not an outage. */
const queueTimeoutMs = 10_000;
const statementTimeoutMs = 20_000;
/** PostgreSQL ends a statement itself before that. A server that is silent for this long is disconnected. */
const silentMs = 25_000;

/** Settings that an external database may override. Cursors contain times in this format. */
const plainTimes = '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres';
/** JIT compilation of a list query takes PostgreSQL 20 times as long as running it (measured: 1.8 s versus 0.1 s). */
const withoutCompiler = '-c jit=off';

export type OpenDatabase = { readonly kysely: Kysely<Database>; readonly pool: pg.Pool };

/**
 * Opens a pool for a URL: `postgres://user:password@host:port/name`, or a Unix socket as
 * `postgres://user@/name?host=/folder/of/the/socket`. bigint is read as a number, because IDs and counts stay below
 * 2^53. `date` stays text (`2026-11-21`).
 */
export function openDatabase(url: string, options: { readonly maxConnections: number }): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections,
    connectionTimeoutMillis: queueTimeoutMs,
    Client: ImpatientClient,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    options: `${withoutCompiler} ${plainTimes}`,
    types: { getTypeParser: typeParser } as pg.CustomTypesConfig,
  });
  // The pool drops an idle connection that breaks. Without a listener the error would end the process. The next query
  // gets a new connection or the error.
  pool.on('error', () => undefined);
  // Also for a connection in use between two statements of a transaction. Its next statement reports the error.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    endWhenSilent(client);
  });
  const kysely = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { kysely, pool };
}

/**
 * Ends a connection without traffic, with its pending query. The operating system would otherwise retry for 15 minutes
 * to reach an unreachable server, and take increasingly long to notice its return.
 */
function endWhenSilent(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.setTimeout(silentMs, () => stream.destroy(new Error(`no data from PostgreSQL for ${silentMs} ms`)));
}

/** The pool has one timeout for queueing and connecting. This class gives connecting a separate, shorter one. */
class ImpatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeoutMs });
  }
}

function typeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === int8Oid) return safeInteger;
  if (oid === int8ArrayOid) return safeIntegers;
  if (oid === dateOid) return (value: string) => value;
  return pg.types.getTypeParser(oid, format as 'text');
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond 2^53-1`);
  return value;
}

/** `{1,2}`: arrays of IDs have one dimension and no null. */
function safeIntegers(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(safeInteger);
}
