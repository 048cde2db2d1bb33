import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/test-database.ts';
import { scopes } from '../../../contract/access/scopes.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts';
import { ensureFirstAdministrator, ensureFirstServiceAccount } from './first-accounts.ts';

const secret = 'a deployment secret of enough characters';
let stored: TestDatabase;
let database: OpenDatabase;

beforeAll(async () => {
  stored = await createTestDatabase();
  database = openDatabase(stored.url, { maxConnections: 8 });
});
afterAll(async () => {
  await database?.kysely.destroy();
  await stored?.close();
});

test('creates the first administrator once, with a slow hash, and keeps a password that was changed later', async () => {
  const administrator = { email: 'Ops@Example.org', password: 'a long first password' };
  const starts = await Promise.all([1, 2, 3].map(() => ensureFirstAdministrator(database.kysely, administrator)));
  expect(starts.filter(Boolean)).toHaveLength(1);
  expect(
    await ensureFirstAdministrator(database.kysely, { email: 'ops@example.org', password: 'another one here' }),
  ).toBe(false);
  const rows = await database.kysely.selectFrom('userAccount').selectAll().execute();
  expect(rows).toMatchObject([{ email: 'Ops@Example.org', role: 'admin', version: 1 }]);
  expect(rows[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verify(rows[0]?.passwordHash ?? '', administrator.password)).toBe(true);
});

test('does not create the first administrator with a password that is easy to guess', async () => {
  const weak = { email: 'ada.lovelace@example.org', password: 'ada.lovelace@example.org' };
  await expect(ensureFirstAdministrator(database.kysely, weak)).rejects.toThrow(/PLACARD_ADMIN_PASSWORD is too easy/);
});

test('creates the first service account once with full scope, also during concurrent starts', async () => {
  const account = { id: 'ops', secret: 'the secret from the environment' };
  const starts = await Promise.all([1, 2, 3, 4].map(() => ensureFirstServiceAccount(database.kysely, account, secret)));
  expect(starts.filter(Boolean)).toHaveLength(1);
  const rows = await database.kysely.selectFrom('serviceAccount').selectAll().execute();
  expect(rows).toMatchObject([{ clientId: 'ops', scopes: [...scopes], version: 1 }]);
  expect(rows[0]?.secretHashes).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(account.secret);
});
