import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenFiles, validConfiguration } from '../../../test/support/configuration/broken-files.ts';
import { exportedConfiguration } from '../../../test/support/configuration/copy-configuration.ts';
import type { BrokenFile } from '../../../test/support/configuration/hostile-yaml.ts';
import { countRows } from '../../../test/support/database/count-rows.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { checkOffline } from '../../management/configuration/check-offline.ts';
import { describeErrors, sourceErrorsOf } from './describe-errors.ts';
import { type ReadDocument, readFolder } from './read-folder.ts';
import type { SourceError } from './source-error.ts';
import { writeFolder } from './write-folder.ts';

let management: TestManagement;
let folder: string;
let rows: unknown;
let before: string;
beforeAll(async () => {
  management = await startTestManagement();
  folder = await mkdtemp(join(tmpdir(), 'placard-broken-'));
  await writeFolder(folder, { version: 1, settings: {}, ...validConfiguration });
  const { document } = await readFolder(folder);
  const applied = await management.call('POST', '/configuration/apply', { body: { document } });
  expect(applied.status, JSON.stringify(applied.body)).toBe(200);
  before = JSON.stringify(await exportedConfiguration(management));
  rows = await countRows(management);
});
afterAll(async () => {
  await management?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Checks files like the command `apply`: first without the installation, then by it. */
async function errorsOf(read: ReadDocument): Promise<readonly SourceError[]> {
  if (read.errors.length > 0) return read.errors;
  const offline = sourceErrorsOf({ errors: checkOffline(read.document) }, read.lines) ?? [];
  const answer = await management.call('POST', '/configuration/apply', { body: { document: read.document } });
  expect(answer.status, JSON.stringify(answer.body).slice(0, 800)).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  const errors = sourceErrorsOf(answer.body, read.lines);
  expect(errors, JSON.stringify(answer.body)).not.toBeNull();
  return [...offline, ...(errors ?? [])];
}

async function check({ file, text, line, code }: BrokenFile): Promise<void> {
  const path = join(folder, file);
  const original = await readFile(path, 'utf8').catch(() => null);
  await writeFile(path, text);
  try {
    const errors = await errorsOf(await readFolder(folder));
    const lines = text.split('\n');
    const about = JSON.stringify(errors.slice(0, 5));
    expect(errors.length, about).toBeGreaterThan(0);
    expect(
      errors.some((error) => error.file === path && line.test(lines[error.line - 1] ?? '')),
      about,
    ).toBe(true);
    if (code !== undefined)
      expect(
        errors.map((error) => error.code),
        about,
      ).toContain(code);
    const described = describeErrors(errors);
    expect(described).toHaveLength(errors.length * 2);
    for (const [index, remedy] of described.entries()) {
      if (index % 2 === 0) expect(remedy).toMatch(/^\S.*:\d+: \S/);
      else expect(remedy).toMatch(/^ {4}[A-Z].*\.$/);
    }
  } finally {
    if (original === null) await rm(path);
    else await writeFile(path, original);
  }
}

describe('broken files', () => {
  test('are at least 300 different ones', () => {
    expect(new Set(brokenFiles.map(({ name }) => name)).size).toBe(brokenFiles.length);
    expect(brokenFiles.length).toBeGreaterThanOrEqual(300);
  });

  test.each(brokenFiles)('$name is reported with file, line and remedy', check);

  test('change nothing', async () => {
    expect(JSON.stringify(await exportedConfiguration(management))).toBe(before);
    expect(await countRows(management)).toEqual(rows);
    const { errors, document } = await readFolder(folder);
    expect(errors).toEqual([]);
    const planned = await management.call('POST', '/configuration/plan', { body: { document } });
    expect(planned.body.changes).toEqual([]);
  });

  test('of creatives are not read as configuration', async () => {
    await mkdir(join(folder, 'files'), { recursive: true });
    await writeFile(join(folder, 'files', 'data.yaml'), 'unknown: 1\n');
    expect((await readFolder(folder)).errors).toEqual([]);
  });
});
