import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../test/support/fixtures/make-objects.ts';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { runAuditVerify } from '../../main/command-line/run-audit-verify.ts';
import { openPlainStore } from '../files/plain-store.ts';
import { createLease } from '../lease/lease.ts';
import { startStoringHead } from './start-storing-head.ts';

let management: TestManagement;
let dataFolder: string;
beforeAll(async () => {
  management = await startTestManagement();
  dataFolder = await mkdtemp(join(tmpdir(), 'placard-head-'));
});
afterAll(async () => {
  await management?.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const path = () => join(dataFolder, 'shared', 'audit', 'head.json');
const keptNumber = async () =>
  JSON.parse(await readFile(path(), 'utf8').catch(() => '{}')).number as number | undefined;
const newest = async () => (await management.call('GET', '/audit?limit=1')).body[0].id as number;

async function verify() {
  const lines: string[] = [];
  const environment = { DATABASE_URL: management.databaseUrl, PLACARD_DATA: dataFolder, PLACARD_LOG_LEVEL: 'silent' };
  const context = { environment, program: '', version: '0', print: (line: string) => void lines.push(line) };
  return { code: await runAuditVerify(context, null), text: lines.join('\n') };
}

/** Manipulations by a role with all permissions in the database. */
const tamper = (statements: readonly string[]) =>
  management.database.transaction().execute(async (transaction) => {
    await sql.raw(`set local session_replication_role = replica`).execute(transaction);
    for (const statement of statements) await sql.raw(statement).execute(transaction);
  });

test('an audit log that was truncated and restarted is detected by the entry stored outside the database', async () => {
  const errors: unknown[] = [];
  const log = Object.assign(Object.create(management.services.log), { error: (said: unknown) => errors.push(said) });
  const { database } = management;
  const keeping = startStoringHead({
    database,
    store: openPlainStore({ store: { kind: 'folder', folder: null }, dataFolder }),
    lease: createLease({ database, name: 'audit-head', holder: 'this test' }),
    log,
  });
  try {
    for (let made = 0; made < 3; made += 1) await makeObject(management, 'inventory/publisher');
    const number = await newest();
    await waitUntil('the newest entry to be kept', async () => (await keptNumber()) === number || null);
    expect(await verify()).toMatchObject({ code: 0 });
    expect((await verify()).text).toContain(`It contains entry ${number}, which is stored outside the database.`);

    await tamper(['truncate audit_link, audit_entry', `update audit_head set number = 0, hash = repeat('0', 64)`]);
    await makeObject(management, 'inventory/publisher');
    expect(await verify()).toMatchObject({ code: 1 });
    expect((await verify()).text).toMatch(/ends before the recorded entry \d+/);
    await waitUntil('the log to say so', async () => errors.length > 0 || null);
    expect(await keptNumber()).toBe(number);
    // Also if the new chain is longer than the old one.
    while ((await newest()) <= number) await makeObject(management, 'inventory/publisher');
    expect((await verify()).text).toMatch(/its hash differs from the recorded one/);
  } finally {
    await keeping.close();
  }
});

test('an unreadable stored entry is a failure', async () => {
  await writeFile(path(), 'damaged');
  await expect(verify()).rejects.toThrow(/audit entry outside the database cannot be read/);
});
