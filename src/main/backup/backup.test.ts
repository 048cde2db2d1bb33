import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/test-database.ts';
import { makeObject } from '../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { type S3Server, startS3Server } from '../../../test/support/services/s3-server.ts';
import { verifyAuditChain } from '../../platform/audit/verify-audit-chain.ts';
import { type OpenDatabase, openDatabase } from '../../platform/db/open-database.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { StoreLocation } from '../../platform/files/store-location.ts';
import { ownTables } from './dump-database.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { openStoreFiles } from './store-files.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

const version = '0.1.0';
const inFolder: StoreLocation = { kind: 'folder', folder: null };
let management: TestManagement;
let s3: S3Server;
let folder: string;
let dataFolder: string;
let target: string;
let emptyDatabase: TestDatabase;
let empty: OpenDatabase;

beforeAll(async () => {
  [management, s3] = await Promise.all([startTestManagement(), startS3Server()]);
  const { id } = await makeObject(management, 'creatives');
  const odd = 'Quotes " \\ {,} (NULL)\nand a new line, ümlaut';
  await sql`update creative set html = ${odd} where creative.id = ${id}`.execute(management.database);
  await makeObject(management, 'users', { email: 'viewer@backup.example', role: 'viewer' });
  await sql`insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions)
    select '2026-11-21T10:00:00Z', '2026-11-21', number, 1, 1, 9007199254740991 from generate_series(1, 5000) as number`.execute(
    management.database,
  );
});
afterAll(async () => {
  await Promise.all([management.close(), s3.close()]);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-backup-'));
  dataFolder = join(folder, 'data');
  target = join(folder, 'placard.tar.gz');
  emptyDatabase = await createTestDatabase({ empty: true });
  empty = openDatabase(emptyDatabase.url, { maxConnections: 2 });
  await put('secret', 'the secret of this installation');
  await put('journal/delivery-0/00000001.journal', 'events');
  await put(`media/${'ab'.repeat(32)}/${'long-name-'.repeat(9)}ü.png`, 'x'.repeat(100_000));
  await put('media/.incoming/draft', 'half');
  await put('log/main.log', 'not in the backup');
});
afterEach(async () => {
  await empty.kysely.destroy();
  await emptyDatabase.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(name: string, content: string): Promise<void> {
  await mkdir(dirname(join(dataFolder, name)), { recursive: true });
  await writeFile(join(dataFolder, name), content);
}

const back = (change: Partial<Parameters<typeof makeBackup>[0]> = {}) =>
  makeBackup({
    database: management.database,
    store: inFolder,
    dataFolder,
    withSecret: true,
    version,
    target,
    ...change,
  });
const restore = (change: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({
    database: empty.kysely,
    store: inFolder,
    dataFolder: join(folder, 'other'),
    source: target,
    ...change,
  });

/** Returns every row of every table, and the next number of every sequence. */
async function everything(database: Kysely<Database>): Promise<unknown> {
  const tables = await ownTables(database);
  const read = tables.map(async (table) => {
    const { rows } = await sql`select rows::text as row from ${sql.table(table)} as rows order by 1`.execute(database);
    return [table, rows] as const;
  });
  const { rows: sequences } = await sql`
    select sequencename, coalesce(last_value + increment_by, start_value) as next from pg_sequences
    where schemaname = current_schema() order by 1`.execute(database);
  const { rows: rules } = await sql`
    select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as rule from pg_constraint
    where connamespace = current_schema()::regnamespace and conrelid > 0 order by 1, 2`.execute(database);
  const { rows: triggers } = await sql`
    select tgrelid::regclass::text as of, tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`.execute(
    database,
  );
  return { tables: Object.fromEntries(await Promise.all(read)) as unknown, sequences, rules, triggers };
}

describe('a backup', () => {
  test('restores an empty database and folder to the exact contents', async () => {
    const { rows, files } = await back();
    expect(await restore()).toMatchObject({ rows, files: files + 1, version });
    expect(rows).toBeGreaterThan(5_000);
    expect(await everything(empty.kysely)).toEqual(await everything(management.database));
    expect(await verifyAuditChain(empty.kysely)).toMatchObject({ fault: null });
    const names = (await readdir(join(folder, 'other'), { recursive: true })).filter((name) => /\.|secret/.test(name));
    expect(names.toSorted()).toEqual([
      'journal/delivery-0/00000001.journal',
      `media/${'ab'.repeat(32)}/${'long-name-'.repeat(9)}ü.png`,
      'secret',
    ]);
    expect(await readFile(join(folder, 'other/secret'), 'utf8')).toBe('the secret of this installation');
    expect((await stat(target)).mode & 0o777).toBe(0o600);
    // The standard tar program can read it too.
    const listed = execFileSync('tar', ['tzf', target]).toString();
    expect(listed).toContain(`store/media/${'ab'.repeat(32)}/`);
  });

  test('transfers files from one bucket to another', async () => {
    const from = s3.location('from');
    const source = await openStoreFiles({ store: from, dataFolder });
    const content = async function* () {
      yield Buffer.from('video');
    };
    await source.put({ name: 'media/aa/video.mp4', bytes: 5, content });
    await source.close();
    await back({ store: from });
    await restore({ store: s3.location('to') });
    const there = await openStoreFiles({ store: s3.location('to'), dataFolder });
    const names: string[] = [];
    for await (const file of there.all()) {
      names.push(`${file.name} ${file.bytes}`);
      for await (const piece of file.content) expect(Buffer.from(piece).toString()).toBe('video');
    }
    await there.close();
    expect(names).toEqual(['media/aa/video.mp4 5']);
  });

  test('is refused if the folder of the file does not exist', async () => {
    const missing = join(folder, 'missing/placard.tar.gz');
    await expect(back({ target: missing })).rejects.toThrow(`The folder ${join(folder, 'missing')} does not exist.`);
  });

  test('is not restored over existing data', async () => {
    await back();
    await expect(restore({ database: management.database })).rejects.toThrow(/already has \d+ tables/);
    await expect(restore({ dataFolder })).rejects.toThrow(/is not empty \(secret, journal\)/);
    expect(await ownTables(empty.kysely)).toEqual([]);
  });

  test('that is truncated or damaged leaves the database empty, and a folder that cannot be started', async () => {
    await back();
    const whole = await readFile(target);
    const tar = gunzipSync(whole);
    const damaged = Buffer.from(tar);
    // In the middle of the rows.
    damaged.write('"rows":[1', tar.indexOf('"rows":['));
    for (const [bytes, why] of [
      [whole.subarray(0, whole.length / 2), /truncated/],
      [gzipSync(tar.subarray(0, tar.length * 0.6)), /truncated/],
      // In the middle of a file, after all rows.
      [gzipSync(tar.subarray(0, tar.lastIndexOf('xxxx'))), /truncated/],
      [gzipSync(damaged), /./],
    ] as const) {
      await writeFile(target, bytes);
      await rm(join(folder, 'other'), { recursive: true, force: true });
      await expect(restore()).rejects.toThrow(why);
      expect(await ownTables(empty.kysely)).toEqual([]);
      expect(() => refuseUnfinishedRestore(join(folder, 'other'))).toThrow('was not finished');
      await expect(restore()).rejects.toThrow('was not finished');
    }
    await writeFile(target, whole);
    await rm(join(folder, 'other'), { recursive: true, force: true });
    await restore();
    refuseUnfinishedRestore(join(folder, 'other'));
    expect(await everything(empty.kysely)).toEqual(await everything(management.database));
  });

  test('is rejected if the file is not a backup, and the folder is unchanged', async () => {
    await writeFile(target, gzipSync(Buffer.from('something else'.repeat(100))));
    await expect(restore()).rejects.toThrow(/damaged/);
    await back({ target: join(folder, 'right.tar.gz') });
    await restore({ source: join(folder, 'right.tar.gz') });
    expect(await everything(empty.kysely)).toEqual(await everything(management.database));
  });
});
