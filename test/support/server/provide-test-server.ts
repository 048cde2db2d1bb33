import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { PostgresPrograms } from '../database/find-postgres.ts';
import { migrateTemplate } from '../database/migrate-template.ts';
import { startPostgresServer } from '../database/postgres-server.ts';
import { printRecorded } from './print-recorded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the database from which test databases are managed, and the name of the migrated template. */
    testServer: {
      readonly url: string;
      readonly template: string;
      /** Folder in which response recorders store their records. */
      readonly recordFolder: string;
    };
  }
}

/**
 * Starts a server (or uses an existing one), creates the migrated template and passes both to the project's tests.
 * Returns a function that ends the server.
 */
export async function provideTestServer(
  project: TestProject,
  source: string | PostgresPrograms,
): Promise<() => Promise<void>> {
  const server = typeof source === 'string' ? null : await startPostgresServer(source);
  const url = server ? server.urlOf('postgres') : (source as string);
  const recordFolder = await mkdtemp(join(tmpdir(), 'placard-recorded-'));
  const template = `placard_template_${randomUUID().slice(0, 8)}`;
  try {
    await execute(url, `create database ${template}`);
    await migrateTemplate(withDatabase(url, template));
    project.provide('testServer', { url, template, recordFolder });
  } catch (error) {
    await server?.stop();
    throw error;
  }
  return async () => {
    await printRecorded(recordFolder);
    if (server) await server.stop();
    else await execute(url, `drop database ${template} with (force)`);
  };
}

export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
