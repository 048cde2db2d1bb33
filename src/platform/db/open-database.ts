/*
 * PostgreSQL.
 *
 * - `open-database.ts`: connections and types. `schema.ts`, `tables/`, `all-tables.ts`: the tables as TypeScript
 *   types.
 * - `migrations/`, `migrate.ts`, `prepare-database.ts`: schema and database roles.
 * - `row-rules/`: what SQL must know about each resource type. `embedded/`: the bundled PostgreSQL.
 * - `fail-when-silent.ts`: a database that does not answer is an error with a name.
 */

import type { Socket } from 'node:net';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

const int8Oid = 20;
const int8ArrayOid = 1016;
const dateOid = 1082;

/** A server that has not taken a new connection by then counts as away. */
const connectTimeoutMs = 1_500;
/** How long a caller queues while all connections are busy: a burst is not an outage. */
const queueTimeoutMs = 10_000;
const statementTimeoutMs = 20_000;
/** PostgreSQL ends a statement by itself before that; who says nothing for so long is cut off, and so is the connection. */
const silentMs = 25_000;

/** What a database of somebody else may be set to otherwise; times are written into cursors as it writes them. */
const plainTimes = '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres';
/** Compiling a list's query takes PostgreSQL twenty times as long as running it (measured: 1.8 s beside 0.1 s). */
const withoutCompiler = '-c jit=off';

export type OpenDatabase = { readonly kysely: Kysely<Database>; readonly pool: pg.Pool };

/**
 * A pool on the given address: `postgres://user:password@host:port/name`, or a Unix socket as
 * `postgres://user@/name?host=/folder/of/the/socket`.
 * bigint is read as a number: ids and counts stay below 2^53; `date` stays text (`2026-11-21`).
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
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process. Whoever asks
  // next gets a new connection or the error.
  pool.on('error', () => undefined);
  // The same for one that is in use, between two statements of a transaction: its next statement reports the error.
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
 * Ends a connection on which nothing comes or goes, and with it the query that waits there: the operating system would try
 * for a quarter of an hour to reach a server that was cut off, and take longer and longer to notice that it is back.
 */
function endWhenSilent(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.setTimeout(silentMs, () => stream.destroy(new Error(`PostgreSQL has said nothing for ${silentMs} ms`)));
}

/** The pool knows one time limit for queueing and connecting; connecting gets its own, shorter one here. */
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

/** `{1,2}`: arrays of ids have one dimension and no null. */
function safeIntegers(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(safeInteger);
}
