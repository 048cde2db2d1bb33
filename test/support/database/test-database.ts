import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { execute, withDatabase } from '../server/provide-test-server.ts';

export type TestDatabase = {
  /** For `openDatabase` or DATABASE_URL. Its user has all permissions. */
  readonly url: string;
  /** Drops the database, also while connections are open. */
  readonly close: () => Promise<void>;
};

/** Creates a separate migrated database on the server of this test run. `empty`: without a schema. */
export async function createTestDatabase(options: { readonly empty?: true } = {}): Promise<TestDatabase> {
  const { url, template } = inject('testServer');
  const name = `placard_test_${randomUUID().replaceAll('-', '')}`;
  await execute(url, `create database ${name} template ${options.empty === true ? 'template0' : template}`);
  return {
    url: withDatabase(url, name),
    close: () => execute(url, `drop database if exists ${name} with (force)`),
  };
}
