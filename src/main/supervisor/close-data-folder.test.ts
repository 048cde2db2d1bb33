import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDataFolder } from './close-data-folder.ts';

let outside = '';
let folder = '';
const modeOf = (path: string) => statSync(join(folder, path)).mode & 0o777;

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'placard-modes-'));
  folder = join(outside, 'new', 'data');
});
afterEach(() => rmSync(outside, { recursive: true }));

test('creates a data folder with mode 0700', () => {
  closeDataFolder(folder);
  expect(modeOf('.')).toBe(0o700);
});

test('restricts the data folder of an earlier version and its files', () => {
  mkdirSync(join(folder, 'media', 'postgres'), { recursive: true, mode: 0o755 });
  mkdirSync(join(folder, 'postgres'), { mode: 0o755 });
  writeFileSync(join(folder, 'media', 'postgres', 'video.mp4'), '', { mode: 0o644 });
  writeFileSync(join(folder, 'program'), '', { mode: 0o755 });
  writeFileSync(join(outside, 'elsewhere'), '');
  chmodSync(join(outside, 'elsewhere'), 0o644);
  symlinkSync(join(outside, 'elsewhere'), join(folder, 'link'));
  for (const path of ['.', 'media', 'media/postgres', 'postgres']) chmodSync(join(folder, path), 0o755);
  closeDataFolder(folder);
  expect(['.', 'media', 'media/postgres', 'media/postgres/video.mp4', 'program'].map(modeOf)).toEqual([
    0o700, 0o700, 0o700, 0o600, 0o700,
  ]);
  // Linked files and files of PostgreSQL are not changed.
  expect([modeOf('postgres'), modeOf('link')]).toEqual([0o755, 0o644]);
});

test("lets the group of another user's database pass through, without read permission", () => {
  // Only root runs the database as another user.
  if (process.getuid?.() !== 0) return expect(process.getuid?.()).not.toBe(0);
  mkdirSync(join(folder, 'postgres'), { recursive: true, mode: 0o700 });
  chownSync(join(folder, 'postgres'), 12_345, 54_321);
  chmodSync(folder, 0o755);
  for (const _ of ['first start', 'second start']) {
    closeDataFolder(folder);
    expect([modeOf('.'), statSync(folder).gid]).toEqual([0o710, 54_321]);
  }
});
