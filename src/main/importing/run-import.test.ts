import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateRevive } from '../../../test/support/revive/generate-revive.ts';
import { reviveSql } from '../../../test/support/revive/revive-sql.ts';
import { checkOffline } from '../../management/configuration/check-offline.ts';
import { parseCommandLine } from '../command-line/parse-command-line.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readFolder } from '../configuration-files/read-folder.ts';
import type { ImportCommand } from './parse-import.ts';
import { runImportCommand } from './run-import.ts';

const folder = mkdtempSync(join(tmpdir(), 'placard-run-import-'));
const lines: string[] = [];
const context = { environment: {}, program: '', version: '0', print: (line: string) => void lines.push(line) };
const dump = join(folder, 'dump.sql.gz');

beforeAll(async () => {
  const { rows, files } = await generateRevive(Date.now());
  writeFileSync(dump, gzipSync(reviveSql(rows)));
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]): Promise<number> {
  lines.splice(0);
  return runImportCommand(context, parseCommandLine(['import', 'revive', ...args]) as ImportCommand);
}

test('a dry run prints the findings and writes nothing', async () => {
  const before = readdirSync(folder);
  expect(await run('--dump', dump, '--dry-run')).toBe(0);
  expect(lines[0]).toMatch(/^source +imported +translated +unsupported$/);
  expect(lines.find((line) => line.startsWith('campaign '))).toMatch(/^campaign +200 +0 +0$/);
  expect(lines.some((line) => line.startsWith('unsupported: banner'))).toBe(true);
  expect(readdirSync(folder)).toEqual(before);
});

test('an import to a folder is a valid configuration with its files, findings and statistics', async () => {
  const out = join(folder, 'out');
  expect(await run('--dump', dump, '--files', folder, '--out', out)).toBe(0);
  const { document, errors } = await readFolder(out);
  expect(errors).toEqual([]);
  expect(checkOffline(document)).toEqual([]);
  expect(Object.keys(document['campaigns'] as object)).toHaveLength(200);
  expect(document['settings']).toBeUndefined();
  expect(readdirSync(join(out, 'files/originals')).length).toBeGreaterThan(4);
  expect(readFileSync(join(out, 'findings.csv'), 'utf8').split('\r\n').length).toBeGreaterThan(2_000);
  expect(readFileSync(join(out, 'statistics.csv'), 'utf8')).toMatch(
    /^day,position,creative,requests,impressions,clicks,conversions\r\n/,
  );
});

test('the URL of the database can come from the environment', async () => {
  await expect(run('--dry-run')).rejects.toThrow('PLACARD_IMPORT_DATABASE');
  const environment = { PLACARD_IMPORT_DATABASE: 'mysql://reader:secret@127.0.0.1:1/revive' };
  const command = parseCommandLine(['import', 'revive', '--dry-run']) as ImportCommand;
  await expect(runImportCommand({ ...context, environment }, command)).rejects.toThrow('127.0.0.1');
});

test('without a folder the import is applied, which needs a service account', async () => {
  await expect(run('--dump', dump)).rejects.toThrow('PLACARD_CLIENT_ID is required.');
  expect(existsSync(dump)).toBe(true);
});

test.each([
  [['import'], /The source of an import is "revive", "google-ad-manager"/],
  [['import', 'revive', '--dump', 'a', '--database', 'b'], /either --database or --dump/],
  [['import', 'revive', '--dump', 'a', '--dry-run', '--out', 'b'], /--dry-run writes nothing/],
  [['import', 'revive', '--dump', 'a', '--currency', 'euro'], /--currency is a code/],
  [['import', 'revive', '--dump', 'a', '--role', 'all'], /--role/],
  [['import', 'revive', 'file.sql'], /takes no files/],
  [['import', 'kevel'], /needs at least one file/],
  [['import', 'kevel', 'a.json', '--dump', 'b'], /--dump is not an option of "import kevel"/],
  [['import', 'kevel', 'a.json', '--mapping', 'b'], /--mapping is not an option of "import kevel"/],
  [['import', 'csv', 'a.csv', '--time-zone', 'Mars'], /--time-zone is a name such as/],
])('%j is rejected with a reason', (args, reason) => {
  expect(() => parseCommandLine(args)).toThrow(UsageError);
  expect(() => parseCommandLine(args)).toThrow(reason);
});
