import pg from 'pg';
import { runtimeRole, superuserName } from './initialise-database.ts';
import { socketPort } from './socket-folder.ts';

const ownDatabaseName = 'placard';
const askTimeoutMs = 2_000;
const undefinedDatabase = '3D000';
const duplicateDatabase = '42P04';
const invalidPassword = '28P01';

/** Returns the URL of the bundled database on the socket in a folder. */
export function connectionUrl(socketFolder: string, password: string, role = superuserName): string {
  const host = encodeURIComponent(socketFolder);
  return `postgres://${role}:${encodeURIComponent(password)}@/${ownDatabaseName}?host=${host}&port=${socketPort}`;
}

/** Checks the server: `ready`, `refused` for a wrong password, `silent` for any condition that may be temporary. */
export async function askServer(url: string): Promise<'ready' | 'refused' | 'silent'> {
  try {
    await withConnection(url, 'template1', (client) => client.query('select 1'));
    return 'ready';
  } catch (error) {
    return (error as { code?: string }).code === invalidPassword ? 'refused' : 'silent';
  }
}

/** Creates the database of Placard in a server that only has the standard ones. */
export async function createOwnDatabase(url: string): Promise<void> {
  try {
    await withConnection(url, ownDatabaseName, (client) => client.query('select 1'));
    return;
  } catch (error) {
    if ((error as { code?: string }).code !== undefinedDatabase) throw error;
  }
  await withConnection(url, 'postgres', async (client) => {
    try {
      await client.query(`create database ${ownDatabaseName}`);
    } catch (error) {
      if ((error as { code?: string }).code !== duplicateDatabase) throw error;
    }
  });
}

/** Creates the runtime role without server privileges, or sets its password. */
export async function ensureRuntimeRole(url: string, password: string): Promise<void> {
  await withConnection(url, ownDatabaseName, async (client) => {
    const name = client.escapeIdentifier(runtimeRole);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [runtimeRole]);
    if (rowCount === 0) await client.query(`create role ${name}`);
    await client.query(
      `alter role ${name} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${client.escapeLiteral(password)}`,
    );
  });
}

async function withConnection(
  url: string,
  database: string,
  use: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const address = url.replace(`@/${ownDatabaseName}?`, `@/${database}?`);
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: askTimeoutMs });
  // The server may end at any time. Pending queries receive the error, so this event can be ignored.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
