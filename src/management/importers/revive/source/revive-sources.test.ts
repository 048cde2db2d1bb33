import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateRevive } from '../../../../../test/support/revive/generate-revive.ts';
import { type MariadbServer, startMariadb } from '../../../../../test/support/revive/mariadb-server.ts';
import { reviveSql } from '../../../../../test/support/revive/revive-sql.ts';
import { readReviveDatabase } from './read-revive-database.ts';
import { readReviveDump } from './read-revive-dump.ts';
import type { ReviveData } from './revive-data.ts';

let server: MariadbServer;
const folder = mkdtempSync(join(tmpdir(), 'placard-revive-'));

beforeAll(async () => {
  server = await startMariadb();
  const { rows } = await generateRevive(Date.UTC(2026, 10, 28));
  server.run('revive', reviveSql(rows));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function readText(sql: string | Buffer, prefix?: string): Promise<ReviveData> {
  const path = join(folder, 'dump.sql');
  writeFileSync(path, sql);
  return readReviveDump(path, { prefix });
}

/** Tables by name, with sorted rows: the order of rows without a primary key is not defined. */
function comparable({ tables, ...data }: ReviveData) {
  const sorted = [...tables].map(([table, rows]) => [table, rows.map((row) => JSON.stringify(row)).sort()] as const);
  return { ...data, tables: Object.fromEntries(sorted) };
}

describe('a live database and its dump', () => {
  test('have the same rows', async () => {
    const live = await readReviveDatabase(server.url('revive'));
    expect(live.prefix).toBe('rv_');
    expect(live.tables.get('campaigns')).toHaveLength(200);
    expect(live.tables.get('banners')).toHaveLength(1_000);
    expect(live.tables.get('images')?.[0]?.['contents']).toBeInstanceOf(Buffer);
    expect(live.statistics.length).toBeGreaterThan(1_000);
    expect(live.problems).toEqual([]);
    const dump = await readText(server.dump('revive'));
    expect(comparable(dump)).toEqual(comparable(live));
  });

  test.each([
    ['--skip-extended-insert', '--complete-insert'],
    ['--hex-blob', '--compatible=no_key_options'],
    ['--skip-quote-names', '--skip-opt'],
  ])('have the same rows with the options %s %s', async (...options) => {
    const live = await readReviveDatabase(server.url('revive'));
    const dump = await readText(server.dump('revive', options));
    expect(comparable(dump)).toEqual(comparable(live));
  });

  test('have the same rows when the dump is compressed', async () => {
    const live = await readReviveDatabase(server.url('revive'));
    expect(comparable(await readText(gzipSync(server.dump('revive'))))).toEqual(comparable(live));
  });

  test('have the same rows in older schemas, with zero dates, latin1 and escapes', async () => {
    const odd = [
      "SET sql_mode = ''",
      'CREATE TABLE agency (agencyid int, name varchar(255)) DEFAULT CHARSET=latin1',
      'CREATE TABLE affiliates (affiliateid int, name varchar(255))',
      'CREATE TABLE zones (zoneid int, zonename varchar(255))',
      'CREATE TABLE clients (clientid int, clientname varchar(255))',
      'CREATE TABLE banners (bannerid int, htmltemplate mediumtext, weight tinyint, ratio double)',
      'CREATE TABLE campaigns (campaignid int, campaignname varchar(255), expire date, expire_time datetime, active enum("t","f"))',
      "INSERT INTO agency VALUES (1, 'Café Ünïted')",
      "INSERT INTO banners VALUES (1, 'a''b\\\\c\\'d\\0\\n\\r\\Z\\t; -- # /* */ (x), \\\\', 127, 0.1), (2, '🎈\"`', -1, -1.5e-7), (3, '', NULL, NULL)",
      "INSERT INTO campaigns VALUES (1, 'A', '0000-00-00', '0000-00-00 00:00:00', 't'), (2, NULL, NULL, NULL, 'f')",
    ];
    server.run('old', odd.map((statement) => `${statement};\n`).join(''));
    const live = await readReviveDatabase(server.url('old'));
    const dump = await readText(server.dump('old'));
    expect(comparable(dump)).toEqual(comparable(live));
    expect(live.prefix).toBe('');
    expect(live.tables.get('agency')?.[0]?.['name']).toBe('Café Ünïted');
    expect(live.tables.get('banners')?.[0]?.['htmltemplate']).toBe("a'b\\c'd\0\n\r\x1a\t; -- # /* */ (x), \\");
    expect(live.tables.get('campaigns')?.[0]?.['expire_time']).toBe('0000-00-00 00:00:00');
  });

  test('does not change the database', async () => {
    const before = server.dump('revive', ['--skip-dump-date']);
    await readReviveDatabase(server.url('revive'));
    expect(server.dump('revive', ['--skip-dump-date']).equals(before)).toBe(true);
  });
});

describe('a dump', () => {
  const tables = ['campaigns', 'banners', 'zones', 'clients', 'affiliates'];
  const create = (prefix: string) =>
    tables.map((table) => `CREATE TABLE \`${prefix}${table}\` (\`id\` int);\n`).join('');

  test('needs a prefix when it contains two installations', async () => {
    const sql = create('a_') + create('b_');
    await expect(readText(sql)).rejects.toThrow('with the prefixes "a_", "b_". Select one with --prefix.');
    expect((await readText(sql, 'b_')).prefix).toBe('b_');
    await expect(readText(sql, 'c_')).rejects.toThrow('The source has no table c_campaigns.');
  });

  test('without tables of Revive is refused', async () => {
    await expect(readText('CREATE TABLE `posts` (`id` int);')).rejects.toThrow('no tables of Revive Adserver');
    await expect(readReviveDump(join(folder, 'missing.sql'))).rejects.toThrow('cannot be read');
  });

  test('reports statements that it cannot read, and reads the others', async () => {
    const sql = `${create('')}INSERT INTO banners VALUES (1),(now()),(3);\nINSERT INTO zones VALUES (4),(5);\nINSERT INTO clients VALUES ('open`;
    const data = await readText(sql);
    expect(data.tables.get('banners')).toEqual([{ id: '1' }]);
    expect(data.tables.get('zones')).toEqual([{ id: '4' }, { id: '5' }]);
    expect(data.problems).toHaveLength(2);
    expect(data.problems[0]).toContain('The value "now" at byte');
  });

  test('is read across chunks, with comments, delimiters, joined strings and unusual literals', async () => {
    const sql = [
      '-- a comment; with a semicolon\n# another; one\n/* and ; another */',
      '/*!40101 SET NAMES utf8mb4 */;\n',
      create('rv_'),
      'DELIMITER ;;\nCREATE TRIGGER t BEFORE INSERT ON x FOR EACH ROW BEGIN SET @a = 1; SET @b = 2; END;;\nDELIMITER ;\n',
      "INSERT IGNORE INTO `db`.`rv_banners` (`id`) VALUES\n('a' 'b'), (x'6364'), (b'101'), (_utf8mb4'ef'), (-1.50), (TRUE), (0x6768);\n",
    ].join('');
    const data = await readText(sql);
    expect(data.tables.get('banners')?.map(({ id }) => id)).toEqual(['ab', 'cd', '5', 'ef', '-1.50', '1', 'gh']);
    expect(data.problems).toEqual([]);
  });

  test('in another character set is read as windows-1252, and reported', async () => {
    const sql = Buffer.concat([
      Buffer.from(`${create('')}INSERT INTO zones VALUES ('caf`),
      Buffer.from([0xe9]),
      Buffer.from("');"),
    ]);
    const data = await readText(sql);
    expect(data.tables.get('zones')).toEqual([{ id: 'café' }]);
    expect(data.problems[0]).toContain('is not UTF-8');
  });
});

test('a database that cannot be opened is an error without the password', async () => {
  const error = await readReviveDatabase('mysql://user:secret@127.0.0.1:1/revive').catch((caught: unknown) =>
    String(caught),
  );
  expect(error).toContain('The database at 127.0.0.1 cannot be opened');
  expect(error).not.toContain('secret');
  await expect(readReviveDatabase('postgres://x/y')).rejects.toThrow('mysql://user:password@host:3306/database');
});
