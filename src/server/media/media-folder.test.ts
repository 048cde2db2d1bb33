import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mediaFilePath, openMediaFolder, safeFileName } from './media-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-media-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a file lies under the hash of its content, whole, and once', async () => {
  const media = openMediaFolder(folder);
  const content = Buffer.from('a banner');
  const stored = await Promise.all([1, 2, 3].map(() => media.store(content, 'banner.png')));
  expect(stored[0]?.path).toMatch(/^media\/[0-9a-f]{64}\/banner\.png$/);
  expect(new Set(stored.map(({ path }) => path)).size).toBe(1);
  const sha256 = stored[0]?.sha256 ?? '';
  expect(await readFile(join(folder, sha256, 'banner.png'))).toEqual(content);
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  expect((await media.store(content, 'banner.png')).created).toBe(false);
});

test('removing takes the file and its empty folder, not another file of the same content', async () => {
  const media = openMediaFolder(folder);
  const first = await media.store(Buffer.from('x'), 'first.png');
  const second = await media.store(Buffer.from('x'), 'second.png');
  await media.remove(first);
  expect(await readdir(join(folder, first.sha256))).toEqual(['second.png']);
  await media.remove(second);
  expect(await readdir(folder)).toEqual(['.incoming']);
  await media.remove(second);
  await expect(media.remove({ path: 'media/../secret' })).rejects.toThrow();
});

test('what a crash left half-written goes with the next upload', async () => {
  const media = openMediaFolder(folder);
  const abandoned = join(folder, '.incoming', '1-x');
  await mkdir(join(folder, '.incoming'));
  await writeFile(abandoned, 'half');
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(abandoned, longAgo, longAgo);
  await media.store(Buffer.from('x'), 'x.png');
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
});

test.each([
  ['../../etc/passwd', 'passwd.png'],
  ['C:\\temp\\Häagen Dazs (final).PNG', 'ha-agen-dazs-final.png'],
  ['a"><script>.png', 'a-script.png'],
  ['', 'file.png'],
  ['....', 'file.png'],
  ['中文.png', 'file.png'],
  [`${'x'.repeat(300)}.png`, `${'x'.repeat(60)}.png`],
  ['banner.svg', 'banner.png'],
])('%j becomes the safe name %s', (given, safe) => {
  expect(safeFileName(given, 'png')).toBe(safe);
  expect(mediaFilePath(folder, 'a'.repeat(64), safe)).not.toBeNull();
});

test.each([
  ['..', 'x.png'],
  ['a'.repeat(63), 'x.png'],
  ['A'.repeat(64), 'x.png'],
  ['a'.repeat(64), '../x.png'],
  ['a'.repeat(64), '.x.png'],
  ['a'.repeat(64), 'x.svg'],
  ['a'.repeat(64), 'x.png\0'],
  ['.incoming', '1-x'],
])('%s/%s leads to no file', (sha256, name) => {
  expect(mediaFilePath(folder, sha256, name)).toBeNull();
});
