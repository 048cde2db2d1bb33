import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { maxPreviewLinkSeconds } from '../../core/vocabulary/limits/creative-limits.ts';
import { openPreviewFolder, type Preview, type PreviewFolder } from './preview-folder.ts';

let dataFolder: string;
let nowMs: number;
let folder: PreviewFolder;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'placard-previews-'));
  nowMs = Date.parse('2020-02-20T20:00:00Z');
  folder = openPreviewFolder(dataFolder, () => nowMs);
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const previewOf = (id: number) => ({ creative: { id }, format: {} }) as unknown as Preview;
const ttlMs = maxPreviewLinkSeconds * 1000;

test('a preview is removed once no link can open it, according to the clock that created the links', async () => {
  const [first, second] = [await folder.keep(previewOf(1)), await folder.keep(previewOf(2))];
  nowMs += ttlMs;
  expect(await folder.keep(previewOf(2))).toBe(second);
  expect(await folder.read(first)).toEqual(previewOf(1));
  nowMs += 1;
  await folder.keep(previewOf(3));
  expect(await folder.read(first)).toBeNull();
  expect(await folder.read(second)).toEqual(previewOf(2));
});

test('all expired previews are found in batches', async () => {
  nowMs = Date.now();
  await folder.keep(previewOf(1));
  const previews = join(dataFolder, 'previews');
  const names = Array.from({ length: 1_100 }, (_, number) => `${String(number).padStart(64, 'f')}.json`);
  await Promise.all(names.map((name) => writeFile(join(previews, name), '{}')));
  const old = (await readdir(previews)).slice(-50);
  const ended = new Date(nowMs - ttlMs - 1_000);
  await Promise.all(old.map((name) => utimes(join(previews, name), ended, ended)));
  for (const id of [2, 3]) await folder.keep(previewOf(id));
  const left = new Set(await readdir(previews));
  expect(old.filter((name) => left.has(name))).toEqual([]);
  expect(left.size).toBe(1 + names.length - old.length + 2);
});
