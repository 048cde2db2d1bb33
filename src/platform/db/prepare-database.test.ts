import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/test-database.ts';
import { execute } from '../../../test/support/server/provide-test-server.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { verifyAuditChain } from '../audit/verify-audit-chain.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import { openDatabase } from './open-database.ts';
import { prepareDatabase } from './prepare-database.ts';
import type { Database } from './schema.ts';

const names = Object.keys(allMigrations);
const suffix = randomUUID().slice(0, 8);
const [ownerRole, runtimeRole] = [`owner_${suffix}`, `runtime_${suffix}`];
let stored: TestDatabase;
let urls: { readonly url: string; readonly ownerUrl: string };
let runtime: Kysely<Database>;

beforeAll(async () => {
  const { url: server } = inject('testServer');
  stored = await createTestDatabase({ empty: true });
  for (const role of [ownerRole, runtimeRole]) await execute(server, `create role ${role} login password 'x'`);
  const database = new URL(stored.url).pathname.slice(1);
  await execute(stored.url, `grant create on database ${database} to ${ownerRole}`);
  await execute(stored.url, `grant create on schema public to ${ownerRole}`);
  urls = { url: urlAs(runtimeRole), ownerUrl: urlAs(ownerRole) };
  runtime = openDatabase(urls.url, { maxConnections: 4 }).kysely;
});
afterAll(async () => {
  const { url: server } = inject('testServer');
  await runtime?.destroy();
  await stored?.close();
  for (const role of [ownerRole, runtimeRole]) await execute(server, `drop role if exists ${role}`);
});

function urlAs(role: string): string {
  const url = new URL(stored.url);
  url.username = role;
  url.password = 'x';
  return url.href;
}

const append = () =>
  runtime.transaction().execute((transaction) =>
    appendAudit(transaction, {
      actor: 'system',
      action: 'update',
      kind: 'test',
      objectId: 1,
      before: null,
      after: null,
      requestId: null,
    }),
  );

describe('with an owner role and a runtime role', () => {
  test('migrates as the owner, also with several processes that start concurrently', async () => {
    const ran = await Promise.all([1, 2, 3].map(() => prepareDatabase(runtime, urls)));
    expect(ran.flat().toSorted()).toEqual(names);
    const { rows } = await sql<{ owner: string }>`
      select distinct tableowner as owner from pg_tables where schemaname = 'public'`.execute(runtime);
    expect(rows).toEqual([{ owner: ownerRole }]);
  });

  test('does not need the owner if nothing is missing', async () => {
    expect(await prepareDatabase(runtime, { ...urls, ownerUrl: urlAs('nobody') })).toEqual([]);
    expect(await prepareDatabase(runtime, { ...urls, ownerUrl: urls.url })).toEqual([]);
  });

  test('lets the runtime role append to the audit log, whose chain stays intact', async () => {
    await Promise.all([append(), append(), append()]);
    expect(await verifyAuditChain(runtime)).toMatchObject({ entries: 3, fault: null });
    const lease = { name: 'x', holder: 'y', term: 1, endsAt: new Date() };
    await runtime.insertInto('lease').values(lease).execute();
    await runtime.deleteFrom('lease').where('lease.name', '=', 'x').execute();
  });

  test.each([
    `truncate audit_entry cascade`,
    `truncate lease`,
    `update audit_entry set actor = 'intruder'`,
    `delete from audit_entry`,
    `insert into audit_link (number, entry_id, previous_hash, hash) values (9, 1, 'x', 'x')`,
    `update audit_head set number = 0`,
    `select add_audit_link(1, 'x')`,
    `alter table audit_entry disable trigger all`,
    `set session_replication_role = replica`,
    `create table own (id int)`,
    `drop table lease`,
    `delete from kysely_migration`,
  ])('denies the runtime role: %s', async (statement) => {
    await expect(sql.raw(statement).execute(runtime)).rejects.toThrow(/permission denied|must be owner/);
  });

  test('is not deceived by a temporary table with the name of the chain', async () => {
    await runtime.connection().execute(async (connection) => {
      await sql`create temporary table audit_head (only_row boolean, number bigint, hash text)`.execute(connection);
      await sql`insert into pg_temp.audit_head values (true, 70, 'x')`.execute(connection);
      await connection.transaction().execute((transaction) =>
        appendAudit(transaction, {
          actor: 'system',
          action: 'update',
          kind: 'test',
          objectId: 2,
          before: null,
          after: null,
          requestId: null,
        }),
      );
      await sql`drop table pg_temp.audit_head`.execute(connection);
    });
    expect(await verifyAuditChain(runtime)).toMatchObject({ entries: 4, fault: null });
  });
});
