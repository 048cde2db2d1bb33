import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { execute, withDatabase } from '../server/provide-test-server.ts';

export type TestDatabase = {
  /** For `openDatabase` or DATABASE_URL; its user may do anything. */
  readonly url: string;
  /** Drops the database, also while connections are open. */
  readonly close: () => Promise<void>;
};

/** A fresh, migrated database of its own on the server of this test run; `empty`: without even a schema. */
export async function createTestDatabase(options: { readonly empty?: true } = {}): Promise<TestDatabase> {
  const { url, template } = inject('testServer');
  const name = `placard_test_${randomUUID().replaceAll('-', '')}`;
  await execute(url, `create database ${name} template ${options.empty === true ? 'template0' : template}`);
  return {
    url: withDatabase(url, name),
    close: () => execute(url, `drop database if exists ${name} with (force)`),
  };
}
